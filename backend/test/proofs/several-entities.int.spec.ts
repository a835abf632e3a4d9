import { setTimeout as pause } from 'node:timers/promises'
import { Rejected } from '@prumo/shared/rejections'
import { v4 as newKey, v7 as newId } from 'uuid'
import { dependsOn, ExecuteCommand, createPart, type CommandContext, type CommandPart } from '@prumo/backend/event-store/decider/command'
import { WritePath } from '@prumo/backend/event-store/write-path/write-path'
import { loadDataKey } from '@prumo/backend/event-store/keys/stored-keys'
import { AccountQueryHandler, AccountQuery, type QueryContext } from '@prumo/backend/event-store/query/account-query'
import type { AccountKeys } from '@prumo/backend/platform/crypto/account-keys'
import type { RowReader } from '@prumo/backend/platform/database/connection-pool'
import type { Database } from '@prumo/backend/platform/database/database'
import { openDatabase } from '@prumo/backend/platform/database/open-database'
import { toTransaction, transactionDecider, type TransactionCommand } from '@prumo/backend/transactions/transaction.decider'
import { issue, openAccount, openTestLog, recordSale, type TestLog } from './test-log.js'
import { rewriteLog } from './test-person.js'

let log: TestLog
beforeAll(async () => void (log = await openTestLog()))
afterAll(() => log.close())

const on = (id: string, command: TransactionCommand): CommandPart => createPart(transactionDecider, id, command)
const several = (count: number) => Array.from({ length: count }, () => on(newId(), recordSale()))

interface CommandParts {
  context?: Partial<CommandContext>
  parts?: readonly CommandPart[]
  command?: TransactionCommand
}

/** Issues a command on a transaction, with parts on others. */
function issueWith(
  writer: WritePath,
  accountId: string,
  entityId: string,
  { context = {}, parts = [], command = recordSale() }: CommandParts,
) {
  const who = { accountId, actor: accountId, source: 'app' as const, ...context }
  return writer.execute(
    ExecuteCommand.of(who, {
      decider: transactionDecider,
      entityId,
      command,
      parts,
      reply: (state, recorded, outcomes) => ({
        ...toTransaction(state),
        recorded: recorded.length,
        parts: outcomes.map(({ events }) => events.map(({ type }) => type)),
      }),
    }),
  )
}

interface FoundEvent {
  seq: number
  entity_id: string
  version: number
  command: string
  part_of: number | null
}

const eventsOf = (accountId: string, after = 1) =>
  log.database.rows<FoundEvent>(
    {
      text: `select seq, entity_id, entity_version as version, meta->>'commandId' as command, (meta->>'partOf')::integer as part_of
        from events where account_id = $1 and seq > $2 order by seq`,
    },
    [accountId, after],
  )

describe('a command over several entities', () => {
  it('records its events in sequence, each with the next version of its own entity', async () => {
    const writer = log.writer()
    const { accountId, saleId } = await openAccount(writer)
    const [id, other] = [newId(), newId()]
    const parts = [on(saleId, { type: 'CorrectTransaction', changes: { amount: 5 } }), on(other, recordSale())]
    const outcome = await issueWith(writer, accountId, id, { parts })
    expect(outcome).toMatchObject({
      reply: { id, version: 1, recorded: 1, parts: [['TransactionCorrected'], ['TransactionRecorded']] },
      position: { seq: 4 },
    })
    const events = await eventsOf(accountId)
    expect(events).toMatchObject([
      { seq: 2, entity_id: id, version: 1, part_of: null },
      { seq: 3, entity_id: saleId, version: 2, part_of: 2 },
      { seq: 4, entity_id: other, version: 1, part_of: 2 },
    ])
    expect(new Set(events.map(({ command }) => command)).size).toBe(1)
    expect(await log.verify(accountId)).toMatchObject({ problem: null })
  })

  it.each([
    ['names a position without an event', 99, {}],
    ['names one of another command', 1, {}],
    ['names a part', 3, {}],
    ['names itself', 4, {}],
    ['is of another command', 2, { commandId: newKey() }],
  ])('is damaged where a part %s, although the chain is valid', async (_, partOf, other) => {
    const writer = log.writer()
    const { accountId } = await openAccount(writer)
    await issueWith(writer, accountId, newId(), { parts: several(2) })
    await rewriteLog(log, accountId, 4, ({ meta }) => ({ meta: { ...meta, partOf, ...other } }))
    expect((await log.verify(accountId)).problem).toBe('Event 4: it is no part of the command that it names')
  })

  it('leaves no stale state that the next command would be decided on', async () => {
    const writer = log.writer()
    const { accountId, saleId } = await openAccount(writer)
    for (const count of [1, 40]) {
      await issueWith(writer, accountId, newId(), {
        parts: [...several(count), on(saleId, { type: 'CorrectTransaction', changes: { amount: 100 * count } })],
      })
      const { reply } = await issue(writer, accountId, saleId, { type: 'CorrectTransaction', changes: { description: `Bolo ${count}` } })
      expect(reply).toMatchObject({ amount: count, description: `Bolo ${count}` })
    }
    expect(await log.verify(accountId)).toMatchObject({ problem: null })
  })

  it('is refused as a whole where any part is', async () => {
    const writer = log.writer()
    const { accountId, saleId } = await openAccount(writer)
    const parts = [...several(3), on(newId(), { type: 'DeleteTransaction' })]
    await expect(issueWith(writer, accountId, newId(), { parts })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(issueWith(writer, accountId, newId(), { parts: [on(saleId, recordSale())] })).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await eventsOf(accountId)).toEqual([])
  })

  it('may have parts that change nothing, but not only parts', async () => {
    const writer = log.writer()
    const { accountId, saleId } = await openAccount(writer)
    const nothing = on(saleId, { type: 'CorrectTransaction', changes: { amount: 145_000 } })
    const outcome = await issueWith(writer, accountId, newId(), { parts: [nothing, ...several(1)] })
    expect(outcome.reply.parts).toEqual([[], ['TransactionRecorded']])
    const idle: TransactionCommand = { type: 'CorrectTransaction', changes: { amount: 145_000 } }
    await expect(issueWith(writer, accountId, saleId, { command: idle, parts: several(1) })).rejects.toThrow(
      'but the command itself does not',
    )
    await expect(issueWith(writer, accountId, saleId, { command: idle, parts: [nothing] })).rejects.toThrow('on one entity')
  })

  it('has one effect under its key', async () => {
    const writers = [log.writer(), log.writer()] as const
    const { accountId } = await openAccount(writers[0])
    const [id, parts] = [newId(), several(5)]
    const context = { idempotency: { key: newKey(), request: 'POST /api/imports' } }
    const outcomes = await Promise.all([0, 1, 0, 1].map((at) => issueWith(writers[at as 0 | 1], accountId, id, { context, parts })))
    expect(outcomes.filter(({ replayed }) => !replayed)).toHaveLength(1)
    expect(new Set(outcomes.map(({ position, reply }) => JSON.stringify([position.seq, reply]))).size).toBe(1)
    expect(await eventsOf(accountId)).toHaveLength(6)
  })

  it('loses no race against commands on its parts', async () => {
    const writers = [log.writer(), log.writer()] as const
    const { accountId, saleId } = await openAccount(writers[0])
    const change = (amount: number) => ({ type: 'CorrectTransaction', changes: { amount } }) as const
    await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        at % 2 === 0
          ? issue(writers[0], accountId, saleId, change(at + 1))
          : issueWith(writers[1], accountId, newId(), { parts: [on(saleId, change(at + 1))] }),
      ),
    )
    const versions = (await eventsOf(accountId, 0)).filter(({ entity_id }) => entity_id === saleId).map(({ version }) => version)
    expect(versions).toEqual(Array.from({ length: 21 }, (_, at) => at + 1))
    expect(await log.verify(accountId)).toMatchObject({ problem: null })
  })

  it('writes thousands of events at once, and the read models follow', async () => {
    const writer = log.writer()
    const { accountId } = await openAccount(writer)
    await issueWith(writer, accountId, newId(), { parts: several(2_000) })
    expect(await eventsOf(accountId)).toHaveLength(2_001)
    expect(await log.verify(accountId)).toMatchObject({ problem: null, events: 2_002 })
  })

  it('treats an id from before a reset as used', async () => {
    const writer = log.writer()
    const { accountId, saleId } = await openAccount(writer)
    await log.database.rows({ text: 'update account_heads set reset_seq = 1 where account_id = $1' }, [accountId])
    await expect(issueWith(writer, accountId, newId(), { parts: [on(saleId, recordSale())] })).rejects.toMatchObject({ code: 'CONFLICT' })
  })
})

/** The ids of an account's transactions. `meanwhile` runs between the query and its answer. */
class FindIds extends AccountQuery<string[]> {
  constructor(
    readonly accountId: string,
    readonly meanwhile: () => Promise<unknown> = async () => undefined,
  ) {
    super()
  }

  async answer(on_: RowReader): Promise<string[]> {
    const rows = await on_.rows<{ id: string }>({ text: 'select id from transaction_list where account_id = $1' }, [this.accountId])
    await this.meanwhile()
    return rows.map(({ id }) => id)
  }
}

const deleteAll = (writer: WritePath, accountId: string, question: FindIds) =>
  writer.execute(
    ExecuteCommand.of(
      { accountId, actor: accountId, source: 'app' },
      {
        decider: transactionDecider,
        entityId: newId(),
        command: recordSale(),
        dependsOn: dependsOn(question, (ids) => ({ parts: ids.map((id) => on(id, { type: 'DeleteTransaction' })) })),
        reply: (_state, _recorded, parts) => parts.length,
      },
    ),
  )

describe('a command that asks the read models', () => {
  it.each([1, 10])('is decided on their state at the head, although the log moves on %i times in between', async (times) => {
    const [writer, elsewhere] = [log.writer(), log.writer()]
    const { accountId } = await openAccount(writer)
    let attempts = 0
    const meanwhile = async () => {
      if (++attempts > times) return
      const moving = issue(elsewhere, accountId, newId(), recordSale())
      // After four attempts the head is locked, and a writer would wait without end.
      await (attempts > 4 ? Promise.race([moving, pause(500)]) : moving)
    }
    const { reply } = await deleteAll(writer, accountId, new FindIds(accountId, meanwhile))
    expect(reply).toBe(Math.min(times, 4) + 1)
    expect(await log.verify(accountId)).toMatchObject({ problem: null })
  })

  it('is refused with the refusal of its query', async () => {
    const writer = log.writer()
    const { accountId } = await openAccount(writer)
    const refusing = new FindIds(accountId, () => Promise.reject(new Rejected('NOT_FOUND')))
    await expect(deleteAll(writer, accountId, refusing)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('where a pool has one connection', () => {
  let small: Database
  beforeAll(async () => {
    small = await openDatabase({ url: log.ownerUrl, patient: true })
    // No other code returns a connection; to open one may take seconds on a busy machine.
    Object.assign(small.pool.options, { max: 1, connectionTimeoutMillis: 10_000 })
  })
  afterAll(() => small.close())

  /** Asks for the ids and for the account's key, while others write so many times. */
  class AskIdsAndKey extends FindIds {
    override async answer(asked: QueryContext, keys: AccountKeys = log.reading.keys): Promise<string[]> {
      const ids = await super.answer(asked)
      await asked.rows({ text: 'select 1' })
      await loadDataKey(asked.pool, keys, this.accountId)
      return ids
    }
  }

  const moving = (accountId: string, times: number) => {
    const elsewhere = log.writer()
    let left = times
    return new AskIdsAndKey(accountId, async () => void (left-- > 0 && (await issue(elsewhere, accountId, newId(), recordSale()))))
  }

  it('a query that is repeated at one moment needs no second one', async () => {
    const { accountId } = await openAccount(log.writer())
    const { answer, position } = await new AccountQueryHandler(small, log.reading.keys).execute(moving(accountId, 1))
    expect([answer.length, position.seq]).toEqual([2, 2])
  })

  it('a command that finally locks the head needs no second one for its query', async () => {
    const { accountId } = await openAccount(log.writer())
    expect((await deleteAll(new WritePath(small, log.reading), accountId, moving(accountId, 4))).reply).toBe(5)
  })
})
