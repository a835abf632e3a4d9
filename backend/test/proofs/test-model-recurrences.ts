import { randomUUID } from 'node:crypto'
import { addDays } from '@prumo/shared/calendar'
import { v5 as namedId, v7 as newId } from 'uuid'
import type { BankTools } from './test-model-bank.js'
import type { ModelRequest } from './test-model-client.js'
import { haveSameFields, isPending, type ModelAccount, type ModelEntity, type ModelFields, type RenamedElsewhere } from './test-model.js'

/** A weekly recurrence, as far as this model follows it. */
interface WeeklyRecurrence {
  id: string
  start: string
  /** Every date that was recorded, also those that the recurrence has paused over since. */
  dates: readonly string[]
  /** In centavos, by the date of the occurrence. */
  amounts: Map<string, number>
  description: string
  category: string | null
  walletId: string
  /** The first date without an occurrence; null while it repeats without end. */
  endsFrom: string | null
}

/** The change of a command: the recurrence, and each transaction after it. */
interface ModelRecurrenceChange {
  weekly: WeeklyRecurrence | null
  becomes: ModelEntity[]
  /** Whether it is undone. */
  isUndone?: boolean
}

const REACH_DAYS = 45
/** Few, because each has several transactions, and each check reads them all. */
const MOST = 2

/** Starts, changes, ends, resumes and undoes recurrences of a person. Nothing else may happen in the account meanwhile. */
export class RecurrenceHolder {
  readonly #all = new Map<string, WeeklyRecurrence>()
  /** The transactions that their recurrence removed, with the version that they have by that. */
  readonly #withdrawn = new Map<string, number>()

  constructor(
    private readonly ways: BankTools,
    private readonly account: ModelAccount,
  ) {}

  async act(): Promise<void> {
    const { random } = this.ways
    const known = [...this.#all.values()]
    if (known.length === 0 || (known.length < MOST && random.chance(0.4))) return this.#set()
    const weekly = random.of(known)
    if (weekly.endsFrom !== null) return this.#resume(weekly)
    return random.chance(0.7) ? this.#correct(weekly) : this.#end(weekly)
  }

  /** Whether a recurrence of a wallet has a date today or later, even if its transaction of that date was deleted or confirmed. */
  goesOnIn(walletId: string): boolean {
    const { today } = this.ways
    return [...this.#all.values()].some(
      ({ walletId: own, endsFrom, amounts }) =>
        own === walletId && (endsFrom === null || [...amounts.keys()].some((date) => date >= today && date < endsFrom)),
    )
  }

  /** A renamed category of expenses also changes what repeats, and so does its undo. */
  renameCategory(from: string | null, to: string): RenamedElsewhere {
    const renamed = [...this.#all.values()].filter(({ category }) => category === from)
    const set = (category: string | null) => renamed.forEach((weekly) => this.#all.set(weekly.id, { ...weekly, category }))
    set(to)
    return { count: renamed.length, undo: () => set(from), redo: () => set(to) }
  }

  reset(): void {
    this.#all.clear()
    this.#withdrawn.clear()
  }

  #set(): Promise<void> {
    const { random, today } = this.ways
    const [id, start, amount] = [newId(), addDays(today, random.whole(10, 35)), random.whole(1, 50_000)]
    const dates: string[] = []
    for (let date = start; date <= addDays(today, REACH_DAYS); date = addDays(date, 7)) dates.push(date)
    const usable = [...this.account.wallets.values()].filter(({ alive, archived }) => alive && !archived)
    const named = random.chance(0.5) ? random.of(usable).id : undefined
    const weekly: WeeklyRecurrence = {
      id,
      start,
      walletId: named ?? this.account.mainWallet,
      description: 'Aula',
      category: null,
      endsFrom: null,
      dates,
      amounts: new Map(dates.map((date) => [date, amount])),
    }
    this.account.usedWallets.add(weekly.walletId)
    const about = { id, kind: 'recurring', type: 'expense', description: 'Aula', amount: amount / 100, start, every: 'week' }
    const body = { ...about, ...(named !== undefined && { walletId: named }) }
    const becomes = dates.map((date) => this.#next(weekly, date, this.#occurrence(weekly, date), true))
    return this.#change(null, { method: 'POST', path: '/recurrences', body }, 201, { weekly, becomes })
  }

  #correct(before: WeeklyRecurrence): Promise<void> {
    const { random, today } = this.ways
    const [from, amount] = [addDays(today, random.whole(5, 40)), random.whole(1, 50_000)]
    const amounts = new Map([...before.amounts].map(([date, was]) => [date, date >= from ? amount : was]))
    const weekly = { ...before, amounts }
    const becomes = [...amounts.keys()].flatMap((date) => {
      const [thing, given] = [this.account.things.get(idOf(before, date)), this.#occurrence(before, date)]
      const follows = thing?.alive && haveSameFields(thing.fields, given) && !haveSameFields(given, this.#occurrence(weekly, date))
      return follows ? this.#next(weekly, date, this.#occurrence(weekly, date), true) : []
    })
    return this.#change(before, { method: 'PUT', path: `/recurrences/${before.id}`, body: { from, amount: amount / 100 } }, 200, {
      weekly,
      becomes,
    })
  }

  #end(before: WeeklyRecurrence): Promise<void> {
    const { random, today } = this.ways
    const from = addDays(today, random.whole(0, 40))
    const becomes = before.dates.flatMap((date) => {
      const thing = this.account.things.get(idOf(before, date))
      return date >= from && thing?.alive && isPending(thing) ? this.#next(before, date, thing.fields, false) : []
    })
    const weekly = { ...before, endsFrom: from }
    return this.#change(before, { method: 'DELETE', path: `/recurrences/${before.id}?from=${from}` }, 204, { weekly, becomes })
  }

  #resume(before: WeeklyRecurrence): Promise<void> {
    const from = addDays(this.ways.today, this.ways.random.whole(0, 40))
    const begins = from > (before.endsFrom ?? '') ? from : (before.endsFrom ?? '')
    const weekly = { ...before, endsFrom: null, amounts: new Map(before.amounts) }
    // Dates that it pauses over have no occurrence any more.
    for (const date of before.amounts.keys()) if (date >= (before.endsFrom ?? '') && date < begins) weekly.amounts.delete(date)
    const becomes = [...weekly.amounts.keys()].flatMap((date) => {
      const thing = this.account.things.get(idOf(before, date))
      const comesBack = date >= begins && thing && !thing.alive && this.#withdrawn.get(thing.id) === thing.version
      return comesBack ? this.#next(weekly, date, this.#occurrence(weekly, date), true) : []
    })
    // An undo also deletes what a person restored by hand, which this model does not follow.
    const isLeft = [...weekly.amounts.keys()].some((date) => {
      const thing = this.account.things.get(idOf(before, date))
      return date >= begins && thing?.alive && haveSameFields(thing.fields, this.#occurrence(weekly, date))
    })
    const change = { weekly, becomes, isUndone: !isLeft }
    return this.#change(before, { method: 'POST', path: `/recurrences/${before.id}/resume`, body: { from } }, 200, change)
  }

  /** Sends the command, perhaps under a key that is repeated, and perhaps undoes and redoes it. */
  async #change(
    before: WeeklyRecurrence | null,
    plain: Omit<ModelRequest, 'key'>,
    status: number,
    { weekly, becomes, isUndone = true }: ModelRecurrenceChange,
  ): Promise<void> {
    const { random, sendUntilAnswered, expect } = this.ways
    const request: ModelRequest = { ...plain, key: randomUUID() }
    const befores = becomes.map(({ id }) => this.account.things.get(id))
    const answer = await sendUntilAnswered(request)
    expect(answer.status, status, `${request.method} ${request.path}`)
    if (random.chance(0.3)) expect((await sendUntilAnswered(request)).status, status, `the same ${request.method} ${request.path} again`)
    const at = await this.#newestAt()
    for (const thing of becomes) this.#becomes(thing, at)
    const { id } = (weekly ?? before) as WeeklyRecurrence
    this.#remember(id, weekly)
    if (!isUndone || !random.chance(0.4)) return

    const taken = await this.#undoNewest()
    this.#takeBack(becomes, befores, taken)
    this.#remember(id, before)
    if (!random.chance(0.5)) return
    const brought = await this.#undoNewest()
    for (const thing of becomes) this.#becomes({ ...thing, version: (this.account.things.get(thing.id)?.version ?? 0) + 1 }, brought)
    this.#remember(id, weekly)
  }

  #remember(id: string, weekly: WeeklyRecurrence | null): void {
    if (weekly) this.#all.set(id, weekly)
    else this.#all.delete(id)
  }

  #takeBack(becomes: readonly ModelEntity[], befores: readonly (ModelEntity | undefined)[], at: string): void {
    for (const [index, thing] of becomes.entries()) {
      const was = befores[index]
      const fields = was?.alive ? was.fields : thing.fields
      this.#becomes({ ...thing, fields, alive: was?.alive ?? false, version: thing.version + 1 }, at)
    }
  }

  #becomes(thing: ModelEntity, at: string): void {
    const before = this.account.things.get(thing.id)
    if (thing.alive) this.#withdrawn.delete(thing.id)
    else this.#withdrawn.set(thing.id, thing.version)
    this.ways.became({ ...thing, createdAt: before?.createdAt ?? at, updatedAt: at }, before)
  }

  #next(weekly: WeeklyRecurrence, date: string, fields: ModelFields, alive: boolean): ModelEntity {
    const id = idOf(weekly, date)
    const version = (this.account.things.get(id)?.version ?? 0) + 1
    return { kind: 'transactions', id, fields, alive, version, createdAt: '', updatedAt: '' }
  }

  /** The fields of an occurrence that its recurrence defines. */
  #occurrence({ id, description, category, amounts, walletId }: WeeklyRecurrence, date: string): ModelFields {
    const flags = { isScheduled: true, isConfirmed: false, isReceived: false }
    const origin = { importId: null, statementText: null, recurrenceId: id, instalment: null, walletId, toWalletId: null, toDate: null }
    return { description, amount: amounts.get(date) ?? 0, type: 'expense', category, note: null, fiscal: null, date, ...flags, ...origin }
  }

  async #newestAt(): Promise<string> {
    const { body } = await this.ways.sendUntilAnswered({ method: 'GET', path: '/activity?entity=recurrence&limit=1' })
    return body.activity[0].at
  }

  /** @returns the time of the undo */
  async #undoNewest(): Promise<string> {
    const { sendUntilAnswered, expect } = this.ways
    const { body } = await sendUntilAnswered({ method: 'GET', path: '/activity?entity=recurrence&limit=1' })
    const [entry] = body.activity
    expect([entry?.undoable, entry?.undoReason], [true, null], 'the newest entry of what repeats')
    const answer = await sendUntilAnswered({ method: 'POST', path: `/activity/${entry.position}/undo`, key: randomUUID() })
    expect(answer.status, 200, `undo of ${entry.type}`)
    return answer.body.activity.at
  }
}

function idOf({ id }: WeeklyRecurrence, date: string): string {
  return namedId(date, id)
}
