import { isDeepStrictEqual } from 'node:util'
import { categoriesWithoutReceipt } from '@prumo/shared/transaction-rules'
import { addDays, addMonths, dateInSaoPaulo } from '@prumo/shared/calendar'
import { toCentavos } from '@prumo/shared/money-fields'
import { independentMonthlyReport, independentYear, type MeiBusiness } from '../test-independent-mei.js'
import { independentReport, type IndependentReport, type ListedTransaction } from '../test-independent-report.js'
import type { ModelAnswer, ModelRequest } from './test-model-client.js'
import { deliveriesInOrder, meiBusinessOf, toMeiAnswer } from './test-model-mei.js'
import { toRemindersAnswer } from './test-model-reminders.js'
import { attachmentsOf, isSettled, walletsInOrder, type ModelAccount, type ModelKind } from './test-model.js'
import {
  opening,
  rulesInOrder,
  statedBalance,
  summary,
  toAnswer,
  toAttachmentAnswer,
  toFundAnswer,
  toMonthAnswer,
  toWalletAnswer,
  usedCategories,
  usedDescriptions,
} from './test-model-answers.js'
import { listOf } from './test-model-requests.js'

/** The account that is checked, and the tools to read it. */
interface CheckContext {
  account: ModelAccount
  userId: string
  ask: (request: ModelRequest) => Promise<ModelAnswer>
  /** Throws when the two differ. */
  expect: (found: unknown, expected: unknown, what: string) => void
}

/** Each compares one answer with what the account must hold, while nothing runs in the account. */
export const checks = {
  transactions: list('transactions'),
  goals: list('goals'),
  tasks: list('tasks'),

  async summary({ account, ask, expect }: CheckContext) {
    const { body } = await ask({ method: 'GET', path: '/transactions/summary' })
    expect(body.summary, summary(account), 'summary')
  },

  async months({ account, ask, expect }: CheckContext) {
    const { body } = await ask({ method: 'GET', path: '/transactions/summary/months?count=6&lowest=30' })
    expect(
      body.months,
      (body.months as { month: string }[]).map(({ month }) => ({ month, ...summary(account, null, month) })),
      'months',
    )
    const today = addDays(body.ahead.to, -30)
    expect(body.ahead.opening, opening(account, today), `what the forecast of ${today} opens with`)
  },

  async wallets({ account, userId, ask, expect }: CheckContext) {
    const { body } = await ask({ method: 'GET', path: '/wallets' })
    const today = body.onHand.date
    const present = walletsInOrder(account)
    expect(
      body.wallets,
      present.map((wallet) => toWalletAnswer(account, wallet, userId, today)),
      'wallets',
    )
    expect(body.onHand.amount, opening(account, today).amount, 'what is on hand')
    const { body: said } = await ask({ method: 'GET', path: '/balance' })
    expect(said.balance, statedBalance(account, account.mainWallet), 'balance as it is read')
    for (const asked of [...present.map(({ id }) => [id]), present.map(({ id }) => id).slice(0, 3)]) {
      const filter = asked.map((id) => `walletId=${id}`).join('&')
      const { body: sums } = await ask({ method: 'GET', path: `/transactions/summary?${filter}` })
      expect(sums.summary, summary(account, asked), `summary of ${filter}`)
      const { body: listed } = await ask({ method: 'GET', path: `/transactions?limit=500&${filter}` })
      const meant = [...account.things.values()].filter(
        ({ kind, alive, fields }) =>
          kind === 'transactions' && alive && (asked.includes(String(fields.walletId)) || asked.includes(String(fields.toWalletId))),
      )
      expect(byId(listed.transactions), byId(meant.map((thing) => toAnswer(account, thing, userId))), `all of ${filter}`)
    }
  },

  async rules({ account, ask, expect }: CheckContext) {
    const { body } = await ask({ method: 'GET', path: '/rules' })
    expect(body.rules, rulesInOrder(account), 'rules')
  },

  async mei({ account, ask, expect }: CheckContext) {
    const before = dateInSaoPaulo(new Date())
    const { body } = await ask({ method: 'GET', path: '/mei' })
    expect(body.mei, toMeiAnswer(account), 'the profile of the MEI as it is read')
    const { body: delivered } = await ask({ method: 'GET', path: '/mei/deliveries' })
    const deliveries = toCentavos<unknown>(delivered.deliveries)
    expect(deliveries, ...onEither(before, (day) => deliveriesInOrder(account, day), deliveries, 'deliveries'))
    if (!account.mei) return
    const yearOn = (day: string) => inOrderOfDue(independentYear(meiBusinessOf(account, day) as MeiBusiness, Number(before.slice(0, 4))))
    const { body: answered } = await ask({ method: 'GET', path: `/mei/years/${before.slice(0, 4)}` })
    const year = inOrderOfDue(toCentavos(answered.year))
    expect(year, ...onEither(before, yearOn, year, 'a year of the MEI'))
    const month = account.mei.openedOn.slice(0, 7)
    const { body: sheet } = await ask({ method: 'GET', path: `/mei/monthly-reports/${month}` })
    const report = toCentavos<unknown>(sheet.report)
    const reportOn = (day: string) => independentMonthlyReport(meiBusinessOf(account, day) as MeiBusiness, month)
    expect(report, ...onEither(before, reportOn, report, `the report of ${month}`))
  },

  async attachments({ account, userId, ask, expect }: CheckContext) {
    const alive = [...account.things.values()].filter(({ kind, alive: isAlive }) => kind === 'transactions' && isAlive)
    const some = alive.filter(({ id }) => attachmentsOf(account, id).length > 0)
    const lacking = alive.filter((thing) => isSettled(thing) && thing.fields.type === 'expense' && !some.includes(thing))
    const none = lacking.filter(({ fields }) => !categoriesWithoutReceipt.includes(String(fields.category)))
    for (const [filter, meant] of [['some', some] as const, ['none', none] as const]) {
      const { body } = await ask({ method: 'GET', path: `/transactions?limit=500&attachments=${filter}` })
      expect(byId(body.transactions), byId(meant.map((thing) => toAnswer(account, thing, userId))), `transactions with ${filter} receipts`)
    }
    for (const { id } of some) {
      const { body } = await ask({ method: 'GET', path: `/transactions/${id}/attachments` })
      const listed = attachmentsOf(account, id)
      expect(body.attachments, listed.map(toAttachmentAnswer), `receipts of ${id}`)
      const [first] = listed
      if (!first) continue
      const read = await ask({ method: 'GET', path: `/attachments/${first.id}` })
      expect([read.status, first.bytes.equals(read.body)], [200, true], `the bytes of receipt ${first.id}`)
    }
  },

  async closings({ account, ask, expect }: CheckContext) {
    const today = dateInSaoPaulo(new Date())
    const months = Array.from({ length: 7 }, (_, index) => addMonths(`${today.slice(0, 7)}-01`, index - 6).slice(0, 7))
    const { body } = await ask({ method: 'GET', path: `/months?from=${months[0]}&to=${months.at(-1)}` })
    expect(
      body.months,
      months.map((month) => toMonthAnswer(account, month)),
      'closed months',
    )
  },

  async grants({ account, ask, expect }: CheckContext) {
    const { body } = await ask({ method: 'GET', path: '/access' })
    expect(body.grants, account.grants.toReversed(), 'guests')
  },

  async reminders({ account, ask, expect }: CheckContext) {
    const { body } = await ask({ method: 'GET', path: '/reminders' })
    expect(body.reminders, toRemindersAnswer(account.reminders), 'reminders')
  },

  async categories({ account, ask, expect }: CheckContext) {
    const before = dateInSaoPaulo(new Date())
    const { body } = await ask({ method: 'GET', path: '/transactions/categories' })
    expect(body.categories, ...onEither(before, (day) => usedCategories(account, day), body.categories, 'categories'))
  },

  async descriptions({ account, ask, expect }: CheckContext) {
    const before = dateInSaoPaulo(new Date())
    const { body } = await ask({ method: 'GET', path: '/transactions/descriptions' })
    expect(body.descriptions, ...onEither(before, (day) => usedDescriptions(account, day), body.descriptions, 'descriptions'))
  },

  async report({ account, ask, expect }: CheckContext) {
    const before = new Date()
    const { body } = await ask({ method: 'GET', path: '/reports?period=1year' })
    const alive = (kind: ModelKind) => [...account.things.values()].filter((thing) => thing.kind === kind && thing.alive)
    const flows = alive('transactions').filter(({ fields }) => fields.type !== 'transfer')
    const listed = flows.map((thing) => toAnswer(account, thing, '') as unknown as ListedTransaction)
    const goals = alive('goals').map((thing) => toAnswer(account, thing, '') as unknown as { completed: boolean })
    const [first, last] = [before, new Date()].map((now) => figuresOf(independentReport(listed, goals, '1year', now)))
    const found = figuresOf(body.report)
    // The read may fall on either side of a midnight.
    expect(found, first?.to === found.to ? first : last, 'report')
  },

  async fund({ account, userId, ask, expect }: CheckContext) {
    const before = dateInSaoPaulo(new Date())
    const { body } = await ask({ method: 'GET', path: '/emergency-fund' })
    const expected = [before, dateInSaoPaulo(new Date())].map((day) => toFundAnswer(account, userId, day))
    const asFound = expected.find((each) => each?.targetAmount === body.emergencyFund?.targetAmount)
    expect(body.emergencyFund, asFound ?? expected[0], 'fund with its target')
  },

  async movements({ account, ask, expect }: CheckContext) {
    const { body } = await ask({ method: 'GET', path: '/emergency-fund/movements?limit=500' })
    const inReais = account.movements.map((each) => ({ ...each, amount: each.amount / 100, balance: each.balance / 100 }))
    const newest = inReais.toReversed().slice(0, 500)
    expect(
      body.movements,
      newest.map((each, index) => ({ ...each, at: body.movements[index]?.at })),
      'movements',
    )
  },

  async profile({ account, ask, expect }: CheckContext) {
    const { body } = await ask({ method: 'GET', path: '/auth/verify' })
    expect(body.user, account.profile, 'profile as it is read')
  },
}

/** What is expected of an answer, which may fall on either side of a midnight. */
function onEither(before: string, expected: (day: string) => unknown, found: unknown, what: string): [unknown, string] {
  const [first, last] = [expected(before), expected(dateInSaoPaulo(new Date()))]
  return [isDeepStrictEqual(found, last) ? last : first, what]
}

/** Those that are due on one day may come in any order. */
function inOrderOfDue<Year extends { obligations: { due: string; kind: string; of: string }[] }>(year: Year): Year {
  const keyOf = ({ due, kind, of }: { due: string; kind: string; of: string }) => `${due} ${kind} ${of}`
  return { ...year, obligations: year.obligations.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1)) }
}

export const allChecks = Object.keys(checks) as (keyof typeof checks)[]

/** Runs the chosen checks in turn. */
export async function runCheck(chosen: readonly (keyof typeof checks)[], looked: CheckContext): Promise<void> {
  for (const name of chosen) await checks[name](looked)
}

function list(kind: ModelKind): (looked: CheckContext) => Promise<void> {
  return async ({ account, userId, ask, expect }) => {
    const { body } = await ask(listOf(kind))
    const alive = [...account.things.values()].filter((thing) => thing.kind === kind && thing.alive)
    expect(byId(body[kind]), byId(alive.map((thing) => toAnswer(account, thing, userId))), `all ${kind}`)
    expect(body[kind].map(placeOf[kind]), body[kind].map(placeOf[kind]).toSorted(inOrder), `the order of ${kind}`)
  }
}

function byId(all: readonly { id?: unknown }[]): { id?: unknown }[] {
  return all.toSorted((a, b) => (String(a.id) < String(b.id) ? -1 : 1))
}

/** The sort key of an entity in its list; entities with equal keys may come in any order. */
const placeOf: Record<ModelKind, (of: Record<string, string>) => (string | number)[]> = {
  transactions: ({ date, createdAt }) => [-Date.parse(date as string), -Date.parse(createdAt as string)],
  goals: ({ completed, deadline, createdAt }) =>
    completed ? [1, -Date.parse(createdAt as string)] : [0, Date.parse(deadline as string), Date.parse(createdAt as string)],
  tasks: ({ completed, priority, createdAt }) => [
    completed ? 1 : 0,
    ['high', 'medium', 'low'].indexOf(priority as string),
    -Date.parse(createdAt as string),
  ],
}

/** Compares two sort keys. */
function inOrder(a: (string | number)[], b: (string | number)[]): number {
  for (const [index, value] of a.entries()) if (value !== b[index]) return Number(value) - Number(b[index])
  return 0
}

/** The figures of a report; its texts are computed later and may lag. */
function figuresOf({
  period,
  from,
  to,
  totals,
  monthly,
  categories,
  incomeGrowth,
  comparison,
}: Omit<IndependentReport, 'insights' | 'summarySays' | 'oneOffs'>) {
  return { period, from, to, totals, monthly, categories, incomeGrowth, comparison }
}
