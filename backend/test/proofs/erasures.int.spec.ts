import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { erasureListFile, noteErasure, type Erasure } from '@prumo/backend/account-data/erasure-list'
import { erasuresCommand } from '@prumo/backend/operator/erasures.command'
import { runOps } from '../test-ops.js'
import { openTestLog, type TestLog } from './test-log.js'
import { openPerson, tamper } from './test-person.js'

let log: TestLog
let folder: string
beforeAll(async () => {
  log = await openTestLog()
  folder = await mkdtemp(join(tmpdir(), 'prumo-erasures-'))
})
afterAll(async () => {
  await log.close()
  await rm(folder, { recursive: true })
})

it('damaged accounts do not prevent other erasures from being repeated, are named, and are attempted in each run', async () => {
  const people = await Promise.all([1, 2, 3, 4].map(() => openPerson(log, log.writer())))
  const [unreadable, headless, ...well] = people.map(({ accountId }) => accountId) as [string, string, string, string]
  const list = join(folder, 'erasures.jsonl')
  await writeFile(list, people.map(({ accountId }) => `${JSON.stringify({ accountId, erasedAt: '2026-11-20T10:00:00.000Z' })}\n`).join(''))
  await tamper(
    log,
    ['update events set schema_version = 99 where account_id = $1 and seq = 1', unreadable],
    ['delete from account_heads where account_id = $1', headless],
  )

  const apply = () => runOps([erasuresCommand], { database: log.database, reading: log.reading }, 'erasures', '--apply', list)
  const first = await apply()
  expect(first.code).toBe(1)
  expect(first.printed.toSorted()).toEqual(
    [
      ...[unreadable, ...well].map((accountId) => `${accountId}  erased again`),
      `${headless}  NOT ERASED: The program fails at it: Rejected NOT_FOUND`,
      '4 erasures in the list, 3 applied, 0 had nothing to be done, 1 FAILED',
    ].toSorted(),
  )
  for (const accountId of well) expect(await log.verify(accountId)).toMatchObject({ problem: null })

  expect((await apply()).printed.at(-1)).toBe('4 erasures in the list, 0 applied, 3 had nothing to be done, 1 FAILED')
  const head = `insert into account_heads (account_id, seq, hash, recorded_at)
    select account_id, seq, hash, recorded_at from events where account_id = $1 and seq = 5`
  await tamper(log, [head, headless])
  expect(await apply()).toMatchObject({
    code: 0,
    printed: expect.arrayContaining(['4 erasures in the list, 1 applied, 3 had nothing to be done']),
  })
})

it('an incomplete line ends neither the writing nor the applying of the list, and is reported with exit code 1', async () => {
  const people = await Promise.all([1, 2].map(() => openPerson(log, log.writer())))
  const [first, second] = people.map(({ accountId }) => ({ accountId, erasedAt: '2026-11-20T10:00:00.000Z' })) as [Erasure, Erasure]
  const file = erasureListFile(folder)
  await rm(file, { force: true })
  expect(await noteErasure(folder, first)).toEqual({ damagedLines: [] })
  await appendFile(file, '{"accountId":"0199')
  expect(await noteErasure(folder, second)).toEqual({ damagedLines: [2] })
  expect(await noteErasure(folder, second)).toEqual({ damagedLines: [2] })
  expect(await readFile(file, 'utf8')).toBe(`${JSON.stringify(first)}\n{"accountId":"0199\n${JSON.stringify(second)}\n`)

  const apply = (...words: string[]) =>
    runOps([erasuresCommand], { database: log.database, reading: log.reading }, 'erasures', '--apply', file, ...words)
  expect(await apply()).toEqual({
    code: 1,
    printed: [
      'line 2  NOT READABLE: it is no erasure, and was set aside',
      ...[first, second].map(({ accountId }) => `${accountId}  erased again`).toSorted(),
      '2 erasures in the list, 2 applied, 0 had nothing to be done, 1 line NOT READABLE',
    ],
  })
  expect(await apply('--json')).toEqual({ code: 1, printed: [JSON.stringify({ line: 2, readable: false })] })
})
