import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { v7 as newId } from 'uuid'
import type { UnhashedRow } from '../event-store/stream/event.js'
import { chainHash, GENESIS_HASH } from '../event-store/stream/hash-chain.js'
import { issue, openAccount, openTestLog, recordSale, type TestLog } from '../../test/proofs/test-log.js'
import { exportCommand } from './export.command.js'
import { runOps } from '../../test/test-ops.js'

const verifier = fileURLToPath(new URL('../../../docs/verify-export.mjs', import.meta.url))

const who = ['--operator', 'ana.lima', '--reason', 'pedido 4711']

let log: TestLog
let lines: string[]
let head: string
beforeAll(async () => {
  log = await openTestLog()
  const { accountId, saleId } = await openAccount(log.writer())
  await issue(log.writer(), accountId, saleId, { type: 'CorrectTransaction', changes: { amount: 2 } })
  await issue(log.writer(), accountId, newId(), recordSale())
  lines = (await runOps([exportCommand], { database: log.database, reading: log.reading }, 'export', '--account', accountId, ...who))
    .printed
  const { head: last } = await log.verify(accountId)
  head = `${last.seq}:${last.hash}`
})
afterAll(() => log.close())

/** The output and exit code of the stand-alone verifier for these lines. */
function runVerifier(exported: readonly string[], ...options: string[]): [string, number | null] {
  const input = exported.map((line) => `${line}\n`).join('')
  const { stdout, status } = spawnSync(process.execPath, [verifier, '-', ...options], { input, encoding: 'utf8' })
  return [stdout.trim(), status]
}

/** The lines with a change in one of them, and all later hashes recomputed. */
function rewritten(index: number, change: Partial<UnhashedRow>): string[] {
  let previous: Buffer = GENESIS_HASH
  return lines.map((line, at) => {
    const event = { ...(JSON.parse(line) as UnhashedRow), ...(at === index && change) }
    previous = chainHash(previous, event)
    return JSON.stringify({ ...event, hash: previous.toString('hex') })
  })
}

it('the stand-alone verifier finds an exported log whole', () => {
  // The export itself is the fourth event.
  expect(lines).toHaveLength(4)
  expect(runVerifier(lines, '--head', head)).toEqual([
    expect.stringMatching(new RegExp(`^whole: 4 events of account .*, head ${head}$`)),
    0,
  ])
})

it.each([
  ['altered', () => lines.map((line, at) => (at === 1 ? line.replace('app', 'ops') : line)), 'broken: line 2: its hash'],
  ['with a missing line', () => lines.filter((_, at) => at !== 1), 'broken: line 2: its seq is 3'],
  ['in another order', () => [lines[1], lines[0], ...lines.slice(2)].map(String), 'broken: line 1: its seq is 2'],
  ['whose time goes back', () => rewritten(1, { recordedAt: '2020-01-01T00:00:00.000Z' }), 'broken: line 2: it was recorded before'],
  ['whose versions jump', () => rewritten(1, { entityVersion: 5 }), 'broken: line 2: its entity version is 5'],
  ['of two accounts', () => rewritten(2, { accountId: newId() }), 'broken: line 3: it is of another account'],
  ['that is empty', () => [], 'broken: it holds no event'],
])('the verifier finds a log %s broken, and where', (_, exported, finding) => {
  expect(runVerifier(exported())).toEqual([expect.stringContaining(finding), 1])
})

it('a known head reveals a log cut short, or rewritten from an event on', () => {
  const rewrittenLog = rewritten(1, { data: '{}' })
  expect([runVerifier(lines.slice(0, 2))[1], runVerifier(rewrittenLog)[1]]).toEqual([0, 0])
  expect(runVerifier(lines.slice(0, 2), '--head', head)).toEqual(['broken: the log ends at 2; 4 is known from elsewhere', 1])
  expect(runVerifier(rewrittenLog, '--head', head)).toEqual(['broken: line 4: its hash is not the one known from elsewhere', 1])
})

it('only a line feed ends a line', () => {
  expect(runVerifier(rewritten(1, { data: '{"a":"\u2028"}' }))[1]).toBe(0)
})

it('a missing account is no empty log', async () => {
  await expect(
    runOps([exportCommand], { database: log.database, reading: log.reading }, 'export', '--account', newId(), ...who),
  ).rejects.toThrow('No account has the id')
})
