import type { BatchChange } from '@prumo/shared/batches'
import { flagsAtFirst, type TransactionType } from '@prumo/shared/transaction-rules'
import type { TransactionChanges } from '@prumo/shared/transactions'
import fc from 'fast-check'
import type { CommandPart } from '../event-store/decider/command.js'
import type { DomainEvent, RecordedEvent } from '../event-store/stream/event.js'
import { transactionDecider, type TransactionEntityState } from '../transactions/transaction.decider.js'
import { defaultDetails, type TransactionDetails } from '../transactions/transaction.events.js'
import { changePart, deletionPart, undoPart } from './transaction-parts.js'

const MAIN = '01900000-0000-7000-8000-000000000001'
const CASH = '01900000-0000-7000-8000-000000000002'
const wallets = {
  initial: MAIN,
  main: MAIN,
  isUsable: new Map([
    [MAIN, true],
    [CASH, true],
  ]),
}

/** A log of transactions, without storage: decides parts and keeps the events. */
class PartLog {
  readonly states = new Map<string, TransactionEntityState>()
  seq = 0

  run({ decider, entityId, command, undoes }: CommandPart): RecordedEvent[] {
    const state = this.states.get(entityId) ?? { status: 'none' }
    return decider.decide(command, state).map((event) => this.place(entityId, event, undoes))
  }

  place(entityId: string, event: DomainEvent, undoes?: number): RecordedEvent {
    const before = this.states.get(entityId) ?? { status: 'none' as const }
    const entityVersion = before.status === 'none' ? 1 : before.version + 1
    const meta = { commandId: entityId, actor: MAIN, source: 'app' as const, ...(undoes !== undefined && { undoes }) }
    const placed = { ...event, accountId: MAIN, seq: ++this.seq, entity: 'transaction', entityId, entityVersion, recordedAt: 't', meta }
    this.states.set(entityId, transactionDecider.evolve(before, placed as Parameters<typeof transactionDecider.evolve>[1]))
    return placed
  }

  edit(id: string, changes: TransactionChanges): void {
    const state = this.states.get(id) ?? { status: 'none' as const }
    for (const event of transactionDecider.decide({ type: 'CorrectTransaction', changes, wallets }, state)) this.place(id, event)
  }

  details(id: string): TransactionDetails {
    const state = this.states.get(id)
    if (!state || state.status === 'none') throw new Error('There is no such transaction')
    return state.details
  }
}

interface RecordedCase {
  type: TransactionType
  category: string | null
  note: string | null
  date: string
  isScheduled: boolean
}
const recorded: fc.Arbitrary<RecordedCase> = fc.record({
  type: fc.constantFrom('income' as const, 'expense' as const, 'transfer' as const),
  category: fc.constantFrom(null, 'Feira', 'Outros'),
  note: fc.constantFrom(null, 'nota'),
  date: fc.constantFrom('2026-11-01', '2026-11-02'),
  isScheduled: fc.boolean(),
})
const change: fc.Arbitrary<BatchChange> = fc.record(
  {
    category: fc.constantFrom(null, 'Outros', 'Feira'),
    note: fc.constantFrom(null, 'outra'),
    transactionDate: fc.constantFrom('2026-11-02', '2026-11-03'),
    walletId: fc.constantFrom(MAIN, CASH),
    isConfirmed: fc.boolean(),
  },
  { requiredKeys: [] },
)
const edits: fc.Arbitrary<TransactionChanges> = fc.oneof(
  fc.constant({ description: 'Mudou' }),
  fc.constant({ note: 'minha' }),
  fc.constant({ amount: 777 }),
  fc.constant({ transactionDate: '2026-12-24' }),
)

function recordAll(log: PartLog, all: readonly RecordedCase[]): string[] {
  return all.map(({ category, ...rest }, index) => {
    const id = `t${index}`
    const isTransfer = rest.type === 'transfer'
    const to = isTransfer ? { walletId: CASH, date: rest.date, importId: null, importKey: null } : null
    const after = {
      ...defaultDetails,
      description: id,
      amount: 100,
      ...flagsAtFirst(rest.isScheduled),
      ...rest,
      category: isTransfer ? null : category,
      to,
    }
    log.place(id, { type: 'TransactionRecorded', data: { after } })
    return id
  })
}

it('an undo brings back what has not changed since, keeps every later edit, and redone it is as the batch left it', () => {
  fc.assert(
    fc.property(
      fc.array(recorded, { minLength: 1, maxLength: 6 }),
      change,
      fc.array(fc.tuple(fc.nat(5), edits), { maxLength: 4 }),
      (all, of, later) => {
        const log = new PartLog()
        const ids = recordAll(log, all)
        const before = new Map(ids.map((id) => [id, log.details(id)]))
        const events = ids.flatMap((id) => log.run(changePart(id, { change: of, wallets, used: [] })))
        const left = new Map(ids.map((id) => [id, log.details(id)]))
        for (const [index, edit] of later) if (ids[index]) log.edit(ids[index], edit)
        const edited = new Map(ids.map((id) => [id, log.details(id)]))
        const undone = events.flatMap((each) => {
          const entry = { type: each.type, data: each.data }
          return undoPart('transaction', each.entityId, { type: 'Undo', position: each.seq, entry }).flatMap((part) => log.run(part))
        })
        for (const id of ids) {
          const [was, batch, now] = [before, left, edited].map((states) => states.get(id)) as [
            TransactionDetails,
            TransactionDetails,
            TransactionDetails,
          ]
          const names = (Object.keys(was) as (keyof TransactionDetails)[]).filter(
            (name) => JSON.stringify(was[name]) !== JSON.stringify(batch[name]),
          )
          const isSpared = names.some((name) => JSON.stringify(now[name]) !== JSON.stringify(batch[name]))
          const expected = isSpared ? now : { ...now, ...Object.fromEntries(names.map((name) => [name, was[name]])) }
          expect(log.details(id)).toEqual(expected)
          expect(undone.some(({ entityId }) => entityId === id)).toBe(names.length > 0 && !isSpared)
        }
        for (const each of undone) {
          const entry = { type: each.type, data: each.data }
          undoPart('transaction', each.entityId, { type: 'Undo', position: each.seq, entry }).forEach((part) => log.run(part))
        }
        for (const id of ids) expect(log.details(id)).toEqual(edited.get(id))
      },
    ),
  )
})

it('leaves out what does not apply to a transaction, and records nothing where nothing remains', () => {
  const log = new PartLog()
  const [settled, transfer] = recordAll(log, [
    { type: 'expense', category: null, note: null, date: '2026-11-01', isScheduled: false },
    { type: 'transfer', category: null, note: null, date: '2026-11-01', isScheduled: true },
  ]) as [string, string]
  const run = (id: string, of: BatchChange) => log.run(changePart(id, { change: of, wallets, used: [] }))
  expect(run(settled, { isConfirmed: false })).toEqual([])
  expect(run(transfer, { category: 'Feira', walletId: CASH })).toEqual([])
  expect(run(transfer, { isConfirmed: true, isReceived: true })).toMatchObject([{ type: 'TransactionConfirmed' }])
  expect(run(settled, { isReceived: true, category: 'feira' })).toMatchObject([{ data: { after: { category: 'feira' } } }])
  expect(run('unknown', { note: 'x' })).toEqual([])
})

it('restores deleted ones, but not one whose statement line another transaction has now', () => {
  const log = new PartLog()
  const [id] = recordAll(log, [{ type: 'expense', category: null, note: null, date: '2026-11-01', isScheduled: false }]) as [string]
  const [deleted] = log.run(deletionPart(id)) as [RecordedEvent]
  const entry = { type: deleted.type, data: { before: { ...log.details(id), importKey: 'line' } } }
  log.states.set(id, Object.assign({}, log.states.get(id), { details: entry.data.before }))
  const undo = (takenKeys: string[]) =>
    undoPart('transaction', id, { type: 'Undo', position: deleted.seq, entry, takenKeys }).flatMap((part) => log.run(part))
  expect(undo(['line'])).toEqual([])
  expect(undo([])).toMatchObject([{ type: 'TransactionRestored' }])
})
