import { randomUUID } from 'node:crypto'
import type { ForecastAnswer } from '@prumo/shared/forecast'
import type { OnWire } from '@prumo/shared/money-fields'
import fc from 'fast-check'
import { balanceDecider } from '@prumo/backend/balance/balance.decider'
import { ExecuteCommand } from '@prumo/backend/event-store/decider/command'
import type { LogReading } from '@prumo/backend/event-store/log-reading'
import type { WritePath } from '@prumo/backend/event-store/write-path/write-path'
import { toForecast } from '@prumo/backend/forecast/forecast-answers'
import { FindAhead } from '@prumo/backend/forecast/forecast-facts'
import { forecastPast } from '@prumo/backend/forecast/forecast-past.answer'
import type { TransactionCommand } from '@prumo/backend/transactions/transaction.decider'
import { initialWalletId } from '@prumo/backend/wallets/initial-wallet'
import { issue, type TestLog } from './proofs/test-log.js'
import { dayOf } from './proofs/test-past.js'

export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS
/** 22:30 on 28 February 2026 in São Paulo: the first hours cross midnight and the end of a month. */
export const BEGIN = Date.UTC(2026, 2, 1, 1, 30)
export const dayAt = (day: string, ahead: number) => new Date(Date.parse(day) + ahead * DAY_MS).toISOString().slice(0, 10)

/** A transaction in this test's own computation, which shares nothing with the product's. */
export interface HistoryEntry {
  amount: number
  sign: 1 | -1
  date: string
  state: 'settled' | 'pending' | 'lost'
  planned: boolean
}
export interface HistoryState {
  entries: Map<string, HistoryEntry>
  stated: { amount: number; date: string } | null
}

/** The product's answer about an account on a day, freshly computed. */
export async function answered(log: TestLog, reading: LogReading, accountId: string, today: string): Promise<OnWire<ForecastAnswer>> {
  const computed = (await forecastPast.compute(log.database, [accountId], today, reading)).get(accountId)
  const ahead = await new FindAhead(accountId, today, 60).answer(log.database)
  const past = computed as { answer: NonNullable<typeof computed>['answer'] }
  return toForecast(ahead, { ...past, computedAt: '', stale: false }, today, 60)
}

export const step = fc.record({
  hours: fc.oneof({ weight: 5, arbitrary: fc.integer({ min: 0, max: 30 }) }, { weight: 3, arbitrary: fc.integer({ min: 100, max: 900 }) }),
  does: fc.constantFrom('record', 'record', 'record', 'record', 'amount', 'confirm', 'refuse', 'delete', 'restore', 'state'),
  pick: fc.nat(),
  amount: fc.integer({ min: 1, max: 200_000 }),
  days: fc.oneof(fc.integer({ min: -3, max: 3 }), fc.integer({ min: -130, max: 60 }), fc.integer({ min: -500, max: 0 })),
  isIncome: fc.boolean(),
  isScheduled: fc.boolean(),
})
export type HistoryStep = typeof step extends fc.Arbitrary<infer Of> ? Of : never

/** An account with random steps, and its state after each. */
export class RandomHistory {
  readonly accountId = randomUUID()
  readonly moments: { at: number; standing: HistoryState }[] = []
  #entries = new Map<string, HistoryEntry>()
  #gone = new Map<string, HistoryEntry>()
  #stated: HistoryState['stated'] = null

  /** @param clock the time of the writer, in milliseconds, which the test moves on */
  constructor(
    private readonly writer: WritePath,
    private readonly clock: { now: number },
  ) {}

  async happen({ does, pick, amount, days, isIncome, isScheduled }: HistoryStep): Promise<void> {
    const { accountId } = this
    const today = dayOf(this.clock.now)
    const send = (id: string, command: TransactionCommand) => issue(this.writer, accountId, id, command)
    const change = async (id: string, entry: HistoryEntry, changes: Partial<HistoryEntry>, sent: object) => {
      await send(id, { type: 'CorrectTransaction', changes: sent })
      this.#entries.set(id, { ...entry, ...changes })
    }
    const picked = <Of>(of: Map<string, Of>) => [...of][pick % of.size]
    if (does === 'record' || this.#entries.size === 0) {
      const [id, date] = [randomUUID(), dayAt(today, days)]
      const type = isIncome ? 'income' : 'expense'
      await send(id, { type: 'RecordTransaction', details: { description: 'Bolo', amount, type, category: null, date, isScheduled } })
      this.#entries.set(id, { amount, sign: isIncome ? 1 : -1, date, state: isScheduled ? 'pending' : 'settled', planned: isScheduled })
    } else if (does === 'state') {
      const details = { amount: isIncome ? amount : -amount, date: dayAt(today, Math.min(0, days)) }
      const intent = {
        decider: balanceDecider,
        entityId: initialWalletId(accountId),
        command: { type: 'StateBalance' as const, details, today },
      }
      await this.writer.execute(ExecuteCommand.of({ accountId, actor: accountId, source: 'app' }, { ...intent, reply: () => null }))
      // Of several days the latest holds, of one day what was said last.
      if (!this.#stated || this.#stated.date <= details.date) this.#stated = details
    } else if (does === 'restore') {
      const found = picked(this.#gone)
      if (!found) return
      await send(found[0], { type: 'RestoreTransaction', takenKeys: [] })
      this.#gone.delete(found[0])
      this.#entries.set(...found)
    } else {
      const [id, entry] = picked(this.#entries) as [string, HistoryEntry]
      if (does === 'amount') await change(id, entry, { amount }, { amount })
      else if (does === 'delete') {
        await send(id, { type: 'DeleteTransaction' })
        this.#entries.delete(id)
        this.#gone.set(id, entry)
      } else if (entry.planned && does === 'confirm') await change(id, entry, { state: 'settled' }, { isConfirmed: true, isReceived: true })
      else if (entry.planned) await change(id, entry, { state: 'lost' }, { isConfirmed: true, isReceived: false })
    }
    this.moments.push({ at: this.clock.now, standing: this.standing })
  }

  get standing(): HistoryState {
    return { entries: new Map(this.#entries), stated: this.#stated }
  }

  /** Its state at the end of a day. */
  at(day: string): HistoryState {
    return this.moments.findLast(({ at }) => dayOf(at) <= day)?.standing ?? { entries: new Map(), stated: null }
  }
}
