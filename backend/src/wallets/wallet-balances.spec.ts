import { addDays } from '@prumo/shared/calendar'
import { Rejected } from '@prumo/shared/rejections'
import fc from 'fast-check'
import { dayCheckpoints } from '../activity/account-at-day.js'
import { balanceDecider } from '../balance/balance.decider.js'
import type { Decider } from '../event-store/decider/decider.js'
import { AccountRows } from '../event-store/projection/account-rows.js'
import { ACCOUNT_RESET, type DomainEvent, type RecordedEvent } from '../event-store/stream/event.js'
import { factsOfRows } from '../forecast/forecast-facts.js'
import { transactionDecider, type TransactionEntityState } from '../transactions/transaction.decider.js'
import { walletsOfRows } from './find-wallets.js'
import { initialWalletId } from './initial-wallet.js'
import { walletDecider } from './wallet.decider.js'

const ACCOUNT = '00000000-0000-7000-8000-00000000000a'
const idOf = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`
const [MAIN, CASH, CARD] = [initialWalletId(ACCOUNT), idOf(101), idOf(102)] as const
const WALLETS = [MAIN, CASH, CARD] as const
const TODAY = '2026-11-20'

const amount = fc.integer({ min: 1, max: 100_000 })
/** Few days, so that statements and transactions meet on one, and those about to come. */
const date = fc.integer({ min: -4, max: 3 }).map((days) => addDays(TODAY, days))
const wallet = fc.constantFrom(...WALLETS)
const pair = fc.tuple(wallet, wallet).filter(([from, to]) => from !== to)
const wallets = { initial: MAIN, main: MAIN, isUsable: new Map(WALLETS.map((id) => [id, true])) }

const flow = { description: fc.constant('Bolo'), amount, type: fc.constantFrom('income', 'expense'), category: fc.constant(null), date }
const onTransaction = fc.oneof(
  fc.record({ ...flow, isScheduled: fc.boolean(), walletId: wallet }).map(({ walletId, ...details }) => ({
    type: 'RecordTransaction',
    details,
    places: { walletId },
    wallets,
  })),
  fc.record({ ...flow, isScheduled: fc.boolean(), pair, toDate: date }).map(({ pair: [walletId, toWalletId], toDate, ...details }) => ({
    type: 'RecordTransaction',
    details: { ...details, type: 'transfer' },
    places: { walletId, toWalletId, toDate },
    wallets,
  })),
  fc
    .record({ amount, transactionDate: date, walletId: wallet, isConfirmed: fc.boolean(), isReceived: fc.boolean() }, { requiredKeys: [] })
    .map((changes) => ({ type: 'CorrectTransaction', changes, wallets })),
  fc.record({ pair, toDate: date }).map(({ pair: [walletId, toWalletId], toDate }) => ({
    type: 'CorrectTransaction',
    changes: { type: 'transfer', walletId, toWalletId, toDate },
    wallets,
  })),
  fc.record({ walletId: wallet, type: flow.type }).map((changes) => ({ type: 'CorrectTransaction', changes, wallets })),
  fc.constantFrom('DeleteTransaction', 'RestoreTransaction').map((type) => ({ type })),
)
const step = fc.oneof(
  {
    weight: 14,
    arbitrary: fc.record({ do: fc.constant('transaction' as const), id: fc.integer({ min: 1, max: 5 }).map(idOf), command: onTransaction }),
  },
  {
    weight: 7,
    arbitrary: fc.record({ do: fc.constant('state' as const), id: wallet, details: fc.record({ amount: fc.integer(), date }) }),
  },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('undo' as const), pick: fc.nat() }) },
  { weight: 1, arbitrary: fc.constant({ do: 'reset' as const }) },
)
type Step = typeof step extends fc.Arbitrary<infer Of> ? Of : never

type AnyDecider = Decider<object, unknown, DomainEvent>
const deciders: Record<string, AnyDecider> = {
  transaction: transactionDecider as unknown as AnyDecider,
  balance: balanceDecider as unknown as AnyDecider,
  wallet: walletDecider as unknown as AnyDecider,
}

/** What a person said of a wallet's day; `position` is that of the event that said, undid or restored it last. */
interface Said {
  walletId: string
  date: string
  amount: number
  position: number
  isUndone: boolean
}

/** A history: its log, its entities, and what was stated in it. */
class History {
  readonly log: RecordedEvent[] = []
  readonly states = new Map<string, unknown>()
  said: Said[] = []

  constructor(steps: readonly Step[]) {
    this.#open()
    for (const each of steps) this.#take(each)
  }

  #take(each: Step): void {
    switch (each.do) {
      case 'transaction':
        this.#issue('transaction', each.id, each.command)
        return
      case 'state': {
        const [event] = this.#issue('balance', each.id, { type: 'StateBalance', details: each.details, today: addDays(TODAY, 3) })
        if (event) this.said.push({ walletId: each.id, ...each.details, position: event.seq, isUndone: false })
        return
      }
      case 'undo': {
        const undone = this.log[each.pick % this.log.length] as RecordedEvent
        const { type, data, seq: position, entity, entityId } = undone
        if (entity !== 'transaction' && entity !== 'balance') return
        const [event] = this.#issue(entity, entityId, { type: 'Undo', position, entry: { type, data } }, position)
        const about = event && this.said.find((one) => one.position === position)
        if (about) Object.assign(about, { position: event.seq, isUndone: !about.isUndone })
        return
      }
      case 'reset':
        this.#record({ type: ACCOUNT_RESET, data: {} }, 'account', ACCOUNT)
        this.states.clear()
        this.said = []
        this.#open()
    }
  }

  /** Opens the two wallets that an account does not have from the beginning. */
  #open(): void {
    const around = { otherNames: [], lastOrder: 0, count: 1, isInitial: false, isMain: false, wasUsed: false, hasPending: false }
    const cash = { name: 'Caixa', kind: 'cash', closingDay: null, dueDay: null }
    this.#issue('wallet', CASH, { type: 'OpenWallet', details: cash, around })
    this.#issue('wallet', CARD, {
      type: 'OpenWallet',
      details: { ...cash, name: 'Roxinho', kind: 'card', closingDay: 3, dueDay: 10 },
      around,
    })
  }

  /** The events of a command; none for one that the rules refuse. */
  #issue(entity: string, entityId: string, command: object, undoes?: number): RecordedEvent[] {
    const decider = deciders[entity] as AnyDecider
    const name = `${entity} ${entityId}`
    try {
      return decider.decide(command, this.states.get(name) ?? decider.initial).map((event) => {
        const recorded = this.#record(event, entity, entityId, undoes)
        this.states.set(name, decider.evolve(this.states.get(name) ?? decider.initial, recorded))
        return recorded
      })
    } catch (failure) {
      if (!(failure instanceof Rejected)) throw failure
      return []
    }
  }

  #record(event: DomainEvent, entity: string, entityId: string, undoes?: number): RecordedEvent {
    const seq = this.log.length + 1
    const meta = { commandId: idOf(0), actor: ACCOUNT, source: 'app' as const, ...(undoes !== undefined && { undoes }) }
    const place = {
      accountId: ACCOUNT,
      seq,
      entity,
      entityId,
      entityVersion: seq,
      recordedAt: new Date(Date.UTC(2026, 0, 1, 12, seq)).toISOString(),
    }
    const recorded: RecordedEvent = { ...event, ...place, meta }
    this.log.push(recorded)
    return recorded
  }

  /** The balance of a wallet at the end of a day, by its transactions and by what was said of it. */
  balance(walletId: string, day: string): { amount: number; statedOn: string | null } {
    const stated = new Map(
      this.said.filter((each) => each.walletId === walletId && !each.isUndone && each.date <= day).map((each) => [each.date, each.amount]),
    )
    const since = [...stated.keys()].sort().at(-1)
    let total = since === undefined ? 0 : (stated.get(since) as number)
    const move = (place: string | null, on: string, change: number) => {
      if ((place ?? MAIN) === walletId && on <= day && (since === undefined || on > since)) total += change
    }
    for (const [name, state] of this.states) {
      const transaction = state as TransactionEntityState
      if (!name.startsWith('transaction') || transaction.status !== 'alive') continue
      const { type, amount: centavos, date: on, walletId: from, to, isScheduled, isReceived } = transaction.details
      if (isScheduled && !isReceived) continue
      move(from, on, type === 'income' ? centavos : -centavos)
      if (to) move(to.walletId, to.date, centavos)
    }
    return { amount: total, statedOn: since ?? null }
  }
}

it('a balance is the one stated last and what came since, whatever was corrected, moved, deleted or undone', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 60, size: 'max' }), (steps) => {
      const history = new History(steps)
      const rows = new AccountRows(dayCheckpoints.projections)
      for (const event of history.log) rows.apply(event)
      const tables = new Map(rows.tables.map((held) => [held.table.name, held.rows()]))
      for (let day = addDays(TODAY, -5); day <= addDays(TODAY, 4); day = addDays(day, 1)) {
        const found = walletsOfRows(ACCOUNT, tables, day, '').map(({ id, amount: centavos, statedOn }) => ({
          id,
          amount: centavos,
          statedOn,
        }))
        expect(found).toEqual(WALLETS.map((id) => ({ id, ...history.balance(id, day) })))
      }
      const [main, cash] = [history.balance(MAIN, TODAY), history.balance(CASH, TODAY)]
      expect(factsOfRows(ACCOUNT, tables, [], TODAY).opening).toEqual({
        amount: main.amount + cash.amount,
        source: main.statedOn === null ? 'sums' : 'stated',
      })
    }),
    { numRuns: 150 },
  )
})
