import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { RunningApp } from '../running-app.js'
import { expect, test } from '../test.js'

const repository = fileURLToPath(new URL('../..', import.meta.url))
const ROUNDS = 3
const PEOPLE = 4
const LEAST_A_ROUND = 12

interface Sent {
  key: string
  id: string
  amount: number
  acknowledged: boolean
}

test.describe('a program killed with -9 under load', () => {
  test('has every acknowledged command once, and what is repeated once too', async ({ app }) => {
    test.setTimeout(180_000)
    const tokens = await Promise.all(Array.from({ length: PEOPLE }, () => register(app)))
    const sent = tokens.map((): Sent[] => [])
    for (let round = 0; round < ROUNDS; round++) {
      const stop = new AbortController()
      const writing = tokens.map((token, person) => keepWriting(app, token, sent[person] ?? [], stop.signal))
      await enough(sent, (round + 1) * LEAST_A_ROUND)
      await pause(Math.random() * 300)
      await app.crash()
      stop.abort()
      await Promise.all(writing)
      await app.start()
    }

    for (const [person, token] of tokens.entries()) {
      const mine = sent[person] ?? []
      const before = await listed(app, token)
      for (const { id, amount } of mine.filter((command) => command.acknowledged)) expect(before.get(id)).toBe(amount)
      // Nobody knows what became of the others: sent again under their keys, each is there once as well.
      for (const command of mine.filter((each) => !each.acknowledged)) await record(app, token, command)
      expect(await listed(app, token)).toEqual(new Map(mine.map(({ id, amount }) => [id, amount])))
    }
    const { stdout } = await promisify(execFile)(process.execPath, ['scripts/ops.mjs', 'verify'], {
      cwd: repository,
      env: { ...process.env, PRUMO_DATA_DIR: app.dataDir },
    })
    expect(stdout).toContain('0 with a problem')
  })
})

async function call(app: RunningApp, method: string, path: string, { token, body, key }: { token?: string; body?: object; key?: string }) {
  const response = await fetch(`${app.url}/api${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, body: text === '' ? null : (JSON.parse(text) as Record<string, never>) }
}

async function register(app: RunningApp): Promise<string> {
  const person = { name: 'Ana Souza', email: `${randomUUID()}@exemplo.com`, password: 'segredo1', businessName: 'Ateliê Ana', businessType: 'Serviços' }
  const { status, body } = await call(app, 'POST', '/auth/register', { body: person })
  expect(status).toBe(201)
  return (body as unknown as { token: string }).token
}

async function record(app: RunningApp, token: string, { key, id, amount }: Sent): Promise<boolean> {
  const body = { id, description: `Venda ${amount}`, amount, type: 'income', transactionDate: '2026-11-20' }
  const { status } = await call(app, 'POST', '/transactions', { token, key, body })
  return status === 201
}

/** Records one sale after the other until the program is gone. */
async function keepWriting(app: RunningApp, token: string, sent: Sent[], signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const command: Sent = { key: randomUUID(), id: randomUUID(), amount: sent.length + 1, acknowledged: false }
    sent.push(command)
    command.acknowledged = await record(app, token, command).catch(() => false)
  }
}

/** Waits until so many commands were acknowledged, however slow the machine is. */
async function enough(sent: readonly Sent[][], least: number): Promise<void> {
  while (sent.flat().filter((command) => command.acknowledged).length < least) await pause(20)
}

/** Amounts by id of all that the account holds. */
async function listed(app: RunningApp, token: string): Promise<Map<string, number>> {
  const all = new Map<string, number>()
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { body } = await call(app, 'GET', `/transactions?limit=500${cursor && `&cursor=${cursor}`}`, { token })
    const page = body as unknown as { transactions: { id: string; amount: number }[]; nextCursor: string | null }
    for (const { id, amount } of page.transactions) {
      expect(all.has(id)).toBe(false)
      all.set(id, amount)
    }
    cursor = page.nextCursor
  }
  return all
}
