import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { RunningApp } from '../running-app.js'
import { expect, testOwnApp as test } from '../test.js'

const repository = fileURLToPath(new URL('../..', import.meta.url))
const ROUNDS = 2
const PEOPLE = 4
const MIN_COMMANDS_PER_ROUND = 24
/** How many of a person's last commands are repeated after a crash, beside the one with unknown outcome. */
const REPEATED = 6

/** The contents of an account: the amount of each sale, and the fund with its deposits, oldest first. */
interface AccountHoldings {
  sales: Record<string, number>
  fund: number
  deposits: { id: string; amount: number }[]
}

interface CrashCommand {
  method: 'POST' | 'PUT' | 'DELETE'
  path: string
  body?: object
  key: string
  acknowledged: boolean
  /** The effect of the command on the account. */
  apply: (held: AccountHoldings) => void
}

/** A person who sends one command at a time, over all crashes. */
interface CrashWriter {
  token: string
  sent: CrashCommand[]
}

test.describe('a program killed with -9 under load', () => {
  test('has every acknowledged command once, also after repeats', { tag: '@long' }, async ({ app }) => {
    test.setTimeout(180_000)
    const people = await Promise.all(
      Array.from({ length: PEOPLE }, async (): Promise<CrashWriter> => ({ token: await register(app), sent: [] })),
    )
    for (let round = 0; round < ROUNDS; round++) {
      const writing = people.map((person) => keepWriting(app, person))
      await waitForCommands(people, (round + 1) * MIN_COMMANDS_PER_ROUND)
      await pause(Math.random() * 300)
      await app.crash()
      await Promise.all(writing)
      await app.start()
      for (const person of people) await checkAndRepeat(app, person)
    }
    const kinds = people.flatMap(({ sent }) => sent.map(({ method, path }) => `${method} ${path.split('/')[1]}`))
    expect([...new Set(kinds)].toSorted()).toEqual(['DELETE transactions', 'POST emergency-fund', 'POST transactions', 'PUT transactions'])
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
      ...(body && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, body: text === '' ? null : (JSON.parse(text) as Record<string, never>) }
}

async function register(app: RunningApp): Promise<string> {
  const person = {
    name: 'Ana Souza',
    email: `${randomUUID()}@exemplo.com`,
    password: 'segredo1',
    businessName: 'Ateliê Ana',
    businessType: 'Serviços',
  }
  const { status, body } = await call(app, 'POST', '/auth/register', { body: person })
  expect(status).toBe(201)
  return (body as unknown as { token: string }).token
}

async function send(app: RunningApp, token: string, { method, path, body, key }: CrashCommand): Promise<boolean> {
  const { status } = await call(app, method, path, { token, key, ...(body && { body }) })
  return status >= 200 && status < 300
}

/** Records, corrects and deletes sales and makes deposits, one at a time, until the program is gone. */
async function keepWriting(app: RunningApp, { token, sent }: CrashWriter): Promise<void> {
  do {
    const command = nextOf(sent)
    sent.push(command)
    command.acknowledged = await send(app, token, command).catch(() => false)
  } while (sent.at(-1)?.acknowledged)
}

/** The next command; its numbers are unique, so that each command can be recognised. */
function nextOf(sent: readonly CrashCommand[]): CrashCommand {
  const key = randomUUID()
  const amount = sent.length + 1
  const [oldest, newest] = [Object.keys(after(sent).sales).at(0), Object.keys(after(sent).sales).at(-1)]
  const turn = sent.length % 5
  const command = { key, acknowledged: false }
  if (turn === 2 && newest !== undefined) {
    return {
      ...command,
      method: 'PUT',
      path: `/transactions/${newest}`,
      body: { amount },
      apply: (held) => void (held.sales[newest] = amount),
    }
  }
  if (turn === 3) {
    const apply = (held: AccountHoldings) => {
      held.fund += amount
      held.deposits.push({ id: key, amount })
    }
    return { ...command, method: 'POST', path: '/emergency-fund/add', body: { amount }, apply }
  }
  if (turn === 4 && oldest !== undefined) {
    return { ...command, method: 'DELETE', path: `/transactions/${oldest}`, apply: (held) => void delete held.sales[oldest] }
  }
  const id = randomUUID()
  const body = { id, description: `Venda ${amount}`, amount, type: 'income', transactionDate: '2026-11-20' }
  return { ...command, method: 'POST', path: '/transactions', body, apply: (held) => void (held.sales[id] = amount) }
}

/** Waits until so many commands were acknowledged, however slow the machine is. */
async function waitForCommands(people: readonly CrashWriter[], least: number): Promise<void> {
  while (people.flatMap(({ sent }) => sent).filter((command) => command.acknowledged).length < least) await pause(20)
}

/**
 * Checks that no acknowledged command is lost. The last one, whose outcome is unknown, is there at most once, and exactly once
 * after a repeat.
 */
async function checkAndRepeat(app: RunningApp, { token, sent }: CrashWriter): Promise<void> {
  expect([after(sent.filter((command) => command.acknowledged)), after(sent)]).toContainEqual(await readHoldings(app, token))
  for (const command of sent.slice(-REPEATED)) {
    command.acknowledged = await send(app, token, command)
    expect([command.path, command.acknowledged]).toEqual([command.path, true])
  }
  expect(await readHoldings(app, token)).toEqual(after(sent))
}

/** The contents of an account after these commands. */
function after(commands: readonly CrashCommand[]): AccountHoldings {
  const held: AccountHoldings = { sales: {}, fund: 0, deposits: [] }
  for (const { apply } of commands) apply(held)
  return held
}

/** The contents of an account as the API returns them. */
async function readHoldings(app: RunningApp, token: string): Promise<AccountHoldings> {
  const held: AccountHoldings = { sales: {}, fund: 0, deposits: [] }
  for (let cursor: string | null = ''; cursor !== null;) {
    const { body } = await call(app, 'GET', `/transactions?limit=500${cursor && `&cursor=${cursor}`}`, { token })
    const page = body as unknown as { transactions: { id: string; amount: number }[]; nextCursor: string | null }
    for (const { id, amount } of page.transactions) {
      expect(held.sales).not.toHaveProperty(id)
      held.sales[id] = amount
    }
    cursor = page.nextCursor
  }
  const fund = (await call(app, 'GET', '/emergency-fund', { token })).body as unknown as { emergencyFund: { currentAmount: number } | null }
  held.fund = fund.emergencyFund?.currentAmount ?? 0
  const moved = (await call(app, 'GET', '/emergency-fund/movements?limit=500', { token })).body as unknown as {
    movements: AccountHoldings['deposits']
  }
  held.deposits = moved.movements.map(({ id, amount }) => ({ id, amount })).toReversed()
  return held
}
