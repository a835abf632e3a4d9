import { closingTexts } from '@prumo/shared/closing-rules'
import type { ModelAnswer, ModelRequest } from './test-model-client.js'
import type { ModelKind } from './test-model.js'
import { toSentBody, type FundCommand, type ModelCommand } from './test-model-decider.js'

/** The field of an answer that holds one entity, by kind. */
export const one: Record<ModelKind, string> = { transactions: 'transaction', goals: 'goal', tasks: 'task' }

/** The list of all entities of a kind. */
export function listOf(kind: ModelKind): ModelRequest {
  return { method: 'GET', path: `/${kind}${kind === 'transactions' ? '?limit=500' : ''}` }
}

/** A request that differs from the given one, to be sent under its key. */
export function anotherThan({ key }: ModelRequest): ModelRequest {
  return { method: 'PUT', path: '/auth/profile', body: { name: 'Outra Ana' }, ...(key !== undefined && { key }) }
}

/** The request of a command on an entity. */
export function requestOf(kind: ModelKind, id: string, ask: ModelCommand): ModelRequest {
  const path = `/${kind}/${id}`
  switch (ask.do) {
    case 'create':
      return { method: 'POST', path: `/${kind}`, body: toSentBody(ask.body) }
    case 'change':
      return { method: 'PUT', path, body: toSentBody(ask.body) }
    case 'progress':
      return { method: 'PATCH', path: `${path}/progress`, body: { amount: ask.amount / 100 } }
    case 'toggle':
      return { method: 'PATCH', path: `${path}/toggle` }
    case 'delete':
      return { method: 'DELETE', path }
    case 'restore':
      return { method: 'POST', path: `${path}/restore` }
  }
}

/** The request of a command on the fund. */
export function fundRequest(ask: FundCommand): ModelRequest {
  if (ask.do === 'configure') return { method: 'PUT', path: '/emergency-fund', body: ask.body }
  return { method: 'POST', path: `/emergency-fund/${ask.do}`, body: { amount: ask.amount, description: ask.description } }
}

/** Compares the refusal of a command that would change closed months. @param fields what else of its request it names */
export function expectClosed(
  { expect }: { expect: (found: unknown, expected: unknown, what: string) => void },
  { status, body }: ModelAnswer,
  months: readonly string[],
  what: string,
  fields: Record<string, readonly string[]> = {},
): void {
  expect([status, body], [409, { error: closingTexts.closed(months), code: 'MONTH_CLOSED', fields: { months, ...fields } }], what)
}
