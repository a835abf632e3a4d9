import { AccountKeys } from '@prumo/backend/platform/crypto/account-keys'
import { ServerKeys } from '@prumo/backend/platform/crypto/server-keys'
import { AttemptCounters } from '@prumo/backend/platform/throttling/attempt-counters'
import type { TestApp } from './test-app.js'
import type { TestDatabase } from './test-database.js'

/** Terms of leases that a test uses up quickly. */
export const terms = { kind: 'things', limit: 100, lease: 10, windowMs: 60_000 }

export const countersOf = ({ database }: Pick<TestDatabase, 'database'>) =>
  new AttemptCounters(database, new ServerKeys(database, new AccountKeys(Buffer.alloc(32, 7))))

/** How many of so many calls had each status. @param atOnce how many of them are under way together */
export async function statuses(
  count: number,
  send: (index: number) => Promise<{ status: number }>,
  atOnce = 1,
): Promise<Record<number, number>> {
  const tally: Record<number, number> = {}
  for (let sent = 0; sent < count; sent += atOnce) {
    const answers = await Promise.all(Array.from({ length: Math.min(atOnce, count - sent) }, (_, index) => send(sent + index)))
    for (const { status } of answers) tally[status] = (tally[status] ?? 0) + 1
  }
  return tally
}

/** A wrong login. */
export const wrong = (email: string) => ({ email, password: 'errada1' })

let addresses = 0
export function newAddress(): string {
  addresses++
  return `203.0.${addresses >> 8}.${addresses & 255}`
}

/** Calls of strangers. @param app the server of the file, which is there once its tests run */
export const postTo =
  (app: () => TestApp) =>
  async (path: string, payload: object, remoteAddress = newAddress()) => {
    const answer = await app().app.inject({ method: 'POST', url: `/api/auth/${path}`, payload, remoteAddress })
    return { status: answer.statusCode, headers: answer.headers, body: answer.body === '' ? null : answer.json() }
  }
