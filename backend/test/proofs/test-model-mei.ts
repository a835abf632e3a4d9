import { randomUUID } from 'node:crypto'
import { addDays } from '@prumo/shared/calendar'
import { toCentavos } from '@prumo/shared/money-fields'
import { searchable } from '@prumo/shared/search'
import { independentAnnualReport, independentMonthlyReport, type MeiBusiness, type MeiTransaction } from '../test-independent-mei.js'
import type { BankTools } from './test-model-bank.js'
import type { ModelAnswer, ModelRequest } from './test-model-client.js'
import {
  comparePlaces,
  haveSameFields,
  NOT_RENAMED,
  parseFiscal,
  type ModelAccount,
  type ModelDelivery,
  type ModelMei,
  type RenamedElsewhere,
} from './test-model.js'

const ACTIVITIES = ['commerce', 'industry', 'services']
const CATEGORIES = ['Investimentos', 'Aporte', 'Empréstimo', 'Feira de sábado', 'feira de sabado', 'Encomendas da Júlia', 'Fornecedores']
const AT_FIRST = { isCargoDriver: false, closedOn: null, excludedCategories: ['Investimentos', 'Aporte', 'Empréstimo'], hasEmployee: false }

type ModelPeriod = Pick<ModelDelivery, 'kind' | 'of'>

/** Says the profile of a person's MEI, records deliveries, and undoes both. Nothing else may happen in the account meanwhile. */
export class MeiHolder {
  constructor(
    private readonly ways: BankTools,
    private readonly account: ModelAccount,
  ) {}

  async act(): Promise<void> {
    const { random } = this.ways
    const { mei } = this.account
    if (!mei) return this.#configure(null)
    const what = random.weighted({ configure: 4, race: 1, deliver: 5 })
    if (what === 'configure') return this.#configure(mei)
    return what === 'race' ? this.#race(mei) : this.#deliver(mei)
  }

  async #configure(before: ModelMei | null): Promise<void> {
    const { random } = this.ways
    const { meiVersion } = this.account
    const body = this.#settings(before)
    const isStale = before !== null && random.chance(0.1)
    const ifMatch = isStale ? meiVersion - 1 : before && random.chance(0.5) ? meiVersion : null
    const answer = await this.#send('PUT', '/mei', body, ifMatch)
    if (isStale) return this.#expect(answer, 412, 'a profile of the MEI that changed since')
    const after: ModelMei = { ...AT_FIRST, ...before, ...body }
    if (after.closedOn !== null && after.closedOn < after.openedOn) return this.#expect(answer, 400, 'a MEI that closes before it opens')
    this.#becomes(before !== null && haveSameFields(before, after) ? null : after)
    this.ways.expect([answer.status, answer.body.mei], [200, toMeiAnswer(this.account)], 'the profile of the MEI')
    if (before !== null && haveSameFields(before, after)) return
    if (random.chance(0.4)) await this.#undoProfile(before)
  }

  async #undoProfile(before: ModelMei | null): Promise<void> {
    const { random, expect } = this.ways
    const after = this.account.mei
    await this.#undoNewest('mei')
    this.#becomes(before, true)
    const read = await this.#send('GET', '/mei')
    expect(read.body.mei, toMeiAnswer(this.account), 'the profile of the MEI after an undo')
    if (before !== null || !random.chance(0.5)) return
    await this.#undoNewest('mei')
    this.#becomes(after, true)
  }

  /** Two processes change the profile at once, as one version of it: one is refused. */
  async #race(before: ModelMei): Promise<void> {
    const { openedOn, activities } = before
    const bodies = [['Aporte'], ['Empréstimo']].map((names) => ({ openedOn, activities, excludedCategories: [...names, randomUUID()] }))
    const answers = await Promise.all(bodies.map((body) => this.#send('PUT', '/mei', body, this.account.meiVersion)))
    this.ways.expect(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 412],
      'two profiles of the MEI at once',
    )
    const won = bodies[answers.findIndex(({ status }) => status === 200)]
    this.#becomes({ ...before, ...won })
  }

  #settings(before: ModelMei | null): Pick<ModelMei, 'openedOn' | 'activities'> & Partial<ModelMei> {
    const { random, today } = this.ways
    const chosen = ACTIVITIES.filter(() => random.chance(0.5))
    const optional = random.some<unknown>(
      {
        isCargoDriver: () => random.chance(0.3),
        closedOn: () => random.of([null, null, addDays(today, -random.whole(0, 500))]),
        excludedCategories: () => CATEGORIES.filter(() => random.chance(0.4)),
        hasEmployee: () => random.chance(0.5),
      },
      0.3,
    ) as Partial<ModelMei>
    return {
      openedOn: before && random.chance(0.6) ? before.openedOn : addDays(today, -random.whole(0, 1_200)),
      activities: chosen.length > 0 ? chosen : [random.of(ACTIVITIES)],
      ...optional,
    }
  }

  async #deliver(mei: ModelMei): Promise<void> {
    const { random, today, expect } = this.ways
    const period = random.of<ModelPeriod>([
      { kind: 'monthly_report', of: monthBefore(today) },
      { kind: 'dasn', of: String(Number(today.slice(0, 4)) - 1) },
      // It has not ended, whatever day it is meanwhile.
      { kind: 'dasn', of: String(Number(today.slice(0, 4)) + 1) },
    ])
    const answer = await this.#send('POST', '/mei/deliveries', { ...period })
    if (!isDeliverable(period, mei, today)) return this.#expect(answer, 409, 'a delivery of a period that is not over or not of the MEI')
    this.#expect(answer, 201, 'a delivery')
    const { deliveries } = this.account
    const before = deliveries.get(nameOf(period))
    const { at } = answer.body.delivery
    const delivery: ModelDelivery = { ...period, at, figures: figuresOf(this.account, period, today) }
    expect(toCentavos(answer.body.delivery), delivery, 'a delivery')
    deliveries.set(nameOf(period), delivery)
    if (!random.chance(0.4)) return
    await this.#undoNewest('mei-delivery')
    if (before) deliveries.set(nameOf(period), before)
    else deliveries.delete(nameOf(period))
    if (before || !random.chance(0.5)) return
    await this.#undoNewest('mei-delivery')
    deliveries.set(nameOf(period), delivery)
  }

  /** @param isNew whether it is a version of its own though it may be as before */
  #becomes(mei: ModelMei | null, isNew = mei !== null): void {
    if (!isNew) return
    this.account.mei = mei
    this.account.meiVersion++
  }

  async #undoNewest(entity: 'mei' | 'mei-delivery'): Promise<void> {
    const { body } = await this.#send('GET', `/activity?entity=${entity}&limit=1`)
    const [entry] = body.activity
    this.ways.expect([entry?.undoable, entry?.undoReason], [true, null], `the newest entry of ${entity}`)
    this.#expect(await this.#send('POST', `/activity/${entry.position}/undo`), 200, `undo of ${entry.type}`)
  }

  #send(method: ModelRequest['method'], path: string, body?: Record<string, unknown>, ifMatch: number | null = null): Promise<ModelAnswer> {
    return this.ways.sendUntilAnswered({
      method,
      path,
      ...(body && { body }),
      ...(method !== 'GET' && { key: randomUUID() }),
      ...(ifMatch !== null && { ifMatch: `"${ifMatch}"` }),
    })
  }

  #expect({ status, body }: ModelAnswer, expected: number, what: string): void {
    this.ways.expect(status === expected ? [status] : [status, body], [expected], what)
  }
}

/** The profile as the API returns it. */
export function toMeiAnswer({ mei, meiVersion }: ModelAccount): Record<string, unknown> | null {
  return mei && { ...mei, version: meiVersion }
}

/** The MEI as the independent computation takes it; null without a profile. */
export function meiBusinessOf({ things, mei, deliveries }: ModelAccount, today: string): MeiBusiness | null {
  const transactions = [...things.values()].filter(({ kind, alive }) => kind === 'transactions' && alive)
  return (
    mei && {
      profile: mei,
      today,
      transactions: transactions.map(
        ({ id, fields }) => ({ id, ...fields, fiscal: parseFiscal(fields.fiscal) }) as unknown as MeiTransaction,
      ),
      delivered: [...deliveries.keys()],
    }
  )
}

/** The deliveries as the API lists them, in centavos. */
export function deliveriesInOrder(account: ModelAccount, today: string): Record<string, unknown>[] {
  // Processes that disagree about the time may record two at the same moment.
  const place = ({ at, kind, of }: ModelDelivery) => [-Date.parse(at), kind, -Date.parse(of)] as const
  const newestFirst = [...account.deliveries.values()].toSorted((one, other) => comparePlaces(place(one), place(other)))
  return newestFirst.map((delivery) => ({ ...delivery, changedSince: account.mei && changesSince(account, delivery, today) }))
}

function changesSince(account: ModelAccount, { figures, ...period }: ModelDelivery, today: string): unknown[] | null {
  const [before, after] = [amountsOf(figures), amountsOf(figuresOf(account, period, today))]
  const fields = Object.keys(before).filter((field) => before[field] !== after[field])
  return fields.length === 0 ? null : fields.map((field) => ({ field, before: before[field], after: after[field] }))
}

/** The amounts of a sheet by their names, such as `services.total`. */
function amountsOf(figures: Record<string, unknown>): Record<string, number> {
  const amounts = Object.entries(figures).flatMap(([name, figure]): [string, number][] => {
    if (typeof figure === 'number') return [[name, figure]]
    return typeof figure === 'object' ? Object.entries(figure as object).map(([part, amount]) => [`${name}.${part}`, amount as number]) : []
  })
  return Object.fromEntries(amounts)
}

function figuresOf(account: ModelAccount, { kind, of }: ModelPeriod, today: string): Record<string, unknown> {
  const business = meiBusinessOf(account, today) as MeiBusiness
  if (kind === 'dasn') {
    const { commerce, industry, services, total, hasEmployee } = independentAnnualReport(business, Number(of))
    return { commerce, industry, services, total, hasEmployee }
  }
  const { commerce, industry, services, total } = independentMonthlyReport(business, of)
  return { commerce, industry, services, total }
}

/** Whether the MEI was open in a period, and the period has ended with it or with the baixa. */
function isDeliverable({ of }: ModelPeriod, { openedOn, closedOn }: ModelMei, today: string): boolean {
  const [first, last] = of.length === 4 ? [`${of}-01`, `${of}-12`] : [of, of]
  if (openedOn.slice(0, 7) > last || (closedOn !== null && closedOn.slice(0, 7) < first)) return false
  return (closedOn !== null && closedOn < today) || last < today.slice(0, 7)
}

function monthBefore(today: string): string {
  return addDays(`${today.slice(0, 7)}-01`, -1).slice(0, 7)
}

function nameOf({ kind, of }: ModelPeriod): string {
  return `${kind} ${of}`
}

/** Has the list of a MEI follow a renamed category. @param renamed how many transactions lose the former name */
export function renameExcluded(account: ModelAccount, from: string, to: string, renamed: number): RenamedElsewhere {
  const before = account.mei
  const isFrom = (name: string | null) => name !== null && searchable(name) === searchable(from)
  const named = [...account.things.values()].filter(
    ({ kind, alive, fields }) => kind === 'transactions' && alive && isFrom((fields.category ?? null) as string | null),
  )
  const stays = named.length > renamed && !isFrom(to)
  const names = (before?.excludedCategories ?? []).flatMap((name) => (!isFrom(name) ? [name] : stays ? [name, to] : [to]))
  const excludedCategories = names.filter((name, index) => names.findIndex((each) => searchable(each) === searchable(name)) === index)
  if (!before || !before.excludedCategories.some(isFrom) || haveSameFields(before.excludedCategories, excludedCategories))
    return NOT_RENAMED
  const becomes = (mei: ModelMei) => {
    account.mei = mei
    account.meiVersion++
  }
  const redo = () => becomes({ ...before, excludedCategories })
  redo()
  return { count: 1, undo: () => becomes(before), redo }
}
