import { transactionTexts } from '@prumo/shared/transaction-rules'
import type { RecordedEvent } from '../event-store/stream/event.js'
import type { LineTexts, WalletLine } from './statement-lines.js'
import { transactionDecider, type TransactionCommand, type TransactionEntityState } from './transaction.decider.js'
import { defaultDetails, type TransactionDetails, type TransactionEvent } from './transaction.events.js'

const account = '00000000-0000-7000-8000-00000000000a'
const entity = '00000000-0000-7000-8000-00000000000e'

/** A transaction with its log, on which commands and undos follow each other. */
function transactionWithLog() {
  let state: TransactionEntityState = transactionDecider.initial
  let seq = 0
  /** Returns the position of the command's event; null if it recorded none. */
  function run(command: TransactionCommand, undoes?: number): number | null {
    const events = transactionDecider.decide(command, state)
    for (const event of events) {
      seq++
      const meta = { commandId: entity, actor: account, source: 'app' as const, ...(undoes !== undefined && { undoes }) }
      const place = {
        accountId: account,
        seq,
        entity: 'transaction',
        entityId: entity,
        entityVersion: seq,
        recordedAt: '2026-11-20T12:00:00.000Z',
      }
      log.push({ ...event, ...place, meta })
      state = transactionDecider.evolve(state, log.at(-1) as RecordedEvent<TransactionEvent>)
    }
    return events.length === 0 ? null : seq
  }
  const log: RecordedEvent<TransactionEvent>[] = []
  return {
    run,
    leave: (importId: string, position: number | null) => run({ type: 'LeaveImport', importId }, position ?? undefined),
    /** Undoes the event at a position, as the history or the restored import does. */
    undo: (position: number | null) =>
      run({ type: 'Undo', position: position as number, entry: log[(position as number) - 1] as TransactionEvent }, position as number),
    /** The details; null for a deleted or missing one. */
    details: () => (state.status === 'alive' ? state.details : null),
  }
}
type LoggedTransaction = ReturnType<typeof transactionWithLog>

const common = { amount: 50_000, description: '', category: null }
/** What the bank of the first wallet says, and the day after what that of the second says. */
const leaving: WalletLine = {
  type: 'expense',
  amount: 50_000,
  date: '2026-11-10',
  walletId: null,
  importId: 'first',
  importKey: 'key-1',
  statementText: 'PIX ENV 10/11',
}
const arriving: WalletLine = {
  type: 'income',
  amount: 50_000,
  date: '2026-11-11',
  walletId: 'second',
  importId: 'second',
  importKey: 'key-2',
  statementText: null,
}
const texts: Record<string, LineTexts> = {
  first: { description: 'PIX enviado', category: 'Fornecedores', statementText: 'PIX ENV 10/11' },
  second: { description: 'PIX recebido', category: 'Vendas', statementText: null },
}
const textsOf = ({ importId }: WalletLine) => texts[importId] as LineTexts

const record = (transaction: LoggedTransaction, line: WalletLine) =>
  transaction.run({ type: 'RecordTransaction', details: { ...line, ...textsOf(line), isScheduled: false }, sent: { from: 'sent' } })
const join = (transaction: LoggedTransaction, line: WalletLine) =>
  transaction.run({ type: 'JoinTransaction', line, texts: textsOf(line), sent: 'sent' })
const byHand = (transaction: LoggedTransaction, about: Partial<TransactionDetails>) =>
  transaction.run({
    type: 'RecordTransaction',
    details: { ...common, type: 'expense', date: '2026-11-09', isScheduled: false, ...about },
  })

/** The transaction of a line that came alone. */
const alone = (line: WalletLine) => {
  const flags = { isScheduled: false, isConfirmed: true, isReceived: true }
  return { ...defaultDetails, ...flags, ...line, ...textsOf(line) }
}
const bothSides = {
  type: 'transfer',
  category: null,
  walletId: null,
  date: '2026-11-10',
  importId: 'first',
  importKey: 'key-1',
  to: { walletId: 'second', date: '2026-11-11', importId: 'second', importKey: 'key-2' },
}

describe.each([
  ['the side that pays comes first', leaving, arriving],
  ['the side that receives comes first', arriving, leaving],
])('a transfer of two statements, where %s', (_, first, second) => {
  function joined() {
    const transaction = transactionWithLog()
    const [recordedAt, joinedAt] = [record(transaction, first), join(transaction, second)]
    return { ...transaction, recordedAt, joinedAt }
  }

  it('has the day and the line of each side, and the description of the first', () => {
    expect(joined().details()).toMatchObject({ ...bothSides, description: textsOf(first).description })
  })

  it('leaves each side alone with its own day, texts and line', () => {
    const one = joined()
    one.leave(first.importId, one.recordedAt)
    expect(one.details()).toEqual(alone(second))
    const other = joined()
    other.leave(second.importId, other.joinedAt)
    expect(other.details()).toEqual(alone(first))
  })

  it('is gone after both are undone, and back after both are restored, in either order', () => {
    for (const [early, late] of [
      [first, second],
      [second, first],
    ] as const) {
      const transaction = joined()
      const positionOf = (line: WalletLine) => (line === first ? transaction.recordedAt : transaction.joinedAt)
      const left = transaction.leave(early.importId, positionOf(early))
      const gone = transaction.leave(late.importId, positionOf(late))
      expect(transaction.details()).toBeNull()
      transaction.undo(gone)
      expect(transaction.details()).toEqual(alone(late))
      const back = transaction.undo(left)
      expect(transaction.details()).toMatchObject(bothSides)
      transaction.leave(early.importId, back)
      expect(transaction.details()).toEqual(alone(late))
    }
  })

  it('is joined again after one side was undone', () => {
    const transaction = joined()
    transaction.leave(first.importId, transaction.recordedAt)
    const again = { ...first, importId: `${first.importId}-again` }
    texts[again.importId] = textsOf(first)
    join(transaction, again)
    transaction.leave(second.importId, transaction.joinedAt)
    expect(transaction.details()).toEqual(alone(again))
  })

  it('stays as it is if it was changed since, on either side', () => {
    const transaction = joined()
    transaction.run({ type: 'CorrectTransaction', changes: { description: 'Para a reserva' } })
    expect(transaction.leave(first.importId, transaction.recordedAt)).toBeNull()
    expect(transaction.leave(second.importId, transaction.joinedAt)).toBeNull()
    // A change undone is no change.
    transaction.run({ type: 'CorrectTransaction', changes: { description: textsOf(first).description } })
    expect(transaction.leave(first.importId, transaction.recordedAt)).not.toBeNull()
  })

  it('keeps what was changed before the second side came', () => {
    const transaction = transactionWithLog()
    const recordedAt = record(transaction, first)
    transaction.run({ type: 'CorrectTransaction', changes: { note: 'Conferido' } })
    const joinedAt = join(transaction, second)
    expect(transaction.leave(first.importId, recordedAt)).toBeNull()
    transaction.leave(second.importId, joinedAt)
    expect(transaction.details()).toEqual({ ...alone(first), note: 'Conferido' })
    expect(transaction.leave(first.importId, recordedAt)).toBeNull()
  })

  it('keeps a change that outlives the undo of one side alone', () => {
    const transaction = joined()
    transaction.run({ type: 'CorrectTransaction', changes: { note: 'Conferido' } })
    transaction.undo(transaction.joinedAt)
    expect(transaction.details()).toEqual({ ...alone(first), note: 'Conferido' })
    expect(transaction.leave(first.importId, transaction.recordedAt)).toBeNull()
  })
})

it('settles a pending one of another wallet, which is pending again without it', () => {
  const transaction = transactionWithLog()
  byHand(transaction, { isScheduled: true })
  const before = transaction.details()
  const position = join(transaction, arriving)
  expect(transaction.details()).toMatchObject({
    type: 'transfer',
    isConfirmed: true,
    isReceived: true,
    date: '2026-11-09',
    importKey: null,
  })
  transaction.leave('second', position)
  expect(transaction.details()).toEqual(before)
})

it('keeps a transfer made by hand, whose sides take their lines one by one', () => {
  const transaction = transactionWithLog()
  const to = { walletId: 'second', date: '2026-11-09', importId: null, importKey: null }
  byHand(transaction, { type: 'transfer', description: 'Reserva', to })
  const before = transaction.details()
  const [arrived, left] = [join(transaction, arriving), join(transaction, leaving)]
  expect(transaction.details()).toMatchObject({ ...bothSides, description: 'Reserva' })
  transaction.leave('second', arrived)
  expect(transaction.details()).toEqual({ ...before, date: '2026-11-10', importId: 'first', importKey: 'key-1' })
  transaction.leave('first', left)
  expect(transaction.details()).toEqual(before)
})

it('leaves one made by hand with the line of its own wallet', () => {
  const transaction = transactionWithLog()
  byHand(transaction, { description: 'Para o banco novo', note: 'Conferido' })
  const before = transaction.details()
  const [arrived, left] = [join(transaction, arriving), join(transaction, leaving)]
  transaction.leave('second', arrived)
  expect(transaction.details()).toEqual({ ...alone(leaving), note: 'Conferido' })
  transaction.leave('first', left)
  expect(transaction.details()).toEqual(before)
})

it('keeps a transfer that one statement said to be one', () => {
  const transaction = transactionWithLog()
  const to = { walletId: 'second', date: leaving.date, importId: null, importKey: null }
  const details = { ...leaving, ...common, type: 'transfer', isScheduled: false, to } as const
  const recordedAt = transaction.run({ type: 'RecordTransaction', details, sent: { from: 'sent' } })
  const before = transaction.details()
  const joinedAt = join(transaction, arriving)
  const left = transaction.leave('second', joinedAt)
  expect(transaction.details()).toEqual(before)
  transaction.undo(left)
  transaction.leave('first', recordedAt)
  expect(transaction.details()).toEqual(alone(arriving))
})

it.each<[string, Partial<TransactionDetails>, Partial<WalletLine>]>([
  ['of another amount', {}, { amount: 1 }],
  ['of the same direction', { type: 'income' }, {}],
  ['of the same wallet', { walletId: 'second' }, {}],
  ['that goes elsewhere', { type: 'transfer', to: { walletId: 'third', date: '2026-11-09', importId: null, importKey: null } }, {}],
  ['whose side has a line', { type: 'transfer', to: { walletId: 'second', date: '2026-11-09', importId: 'other', importKey: 'k' } }, {}],
])('joins none %s', (_, about, line) => {
  const transaction = transactionWithLog()
  byHand(transaction, about)
  expect(() => join(transaction, { ...arriving, ...line })).toThrow(transactionTexts.notOtherSide)
})

it('joins neither a missing one, nor one that was not received', () => {
  const transaction = transactionWithLog()
  expect(() => join(transaction, arriving)).toThrow(transactionTexts.notOtherSide)
  byHand(transaction, { isScheduled: true })
  transaction.run({ type: 'CorrectTransaction', changes: { isConfirmed: true } })
  expect(() => join(transaction, arriving)).toThrow(transactionTexts.notOtherSide)
  transaction.run({ type: 'DeleteTransaction' })
  expect(() => join(transaction, arriving)).toThrow(transactionTexts.notOtherSide)
})

it('leaves with its import after its line was undone, and it was restored by itself', () => {
  const transaction = transactionWithLog()
  const { type, amount, date, importId, importKey } = leaving
  const details = { ...common, type, amount, date, importId, importKey, isScheduled: false }
  const recorded = transaction.run({ type: 'RecordTransaction', details })
  transaction.undo(recorded)
  expect(transaction.details()).toBeNull()
  transaction.run({ type: 'RestoreTransaction' })
  expect(transaction.details()).toMatchObject({ importId })
  transaction.leave(importId, recorded)
  expect(transaction.details()).toBeNull()
})
