import { addDays, dateInSaoPaulo, monthOf, type CalendarMonth } from '@prumo/shared/calendar'
import type { OnWire } from '@prumo/shared/money-fields'
import { toCentavos, toReais } from '@prumo/shared/money-fields'
import type { AccountExport } from '@prumo/shared/account-data'
import { activeMonths, yearOf } from '@prumo/shared/mei-rules'
import fc from 'fast-check'
import { v7 as newId } from 'uuid'
import { businesses, detailsOf, profileOf, type GeneratedBusiness } from './test-businesses.js'
import { independentAnnualReport, independentMonthlyReport, independentYear, type MeiBusiness } from './test-independent-mei.js'
import { restoreHelpers, type RestorePerson } from './test-restores.js'
import type { TestApp } from './test-app.js'

const seed = Number(process.env.PRUMO_SEED ?? 44)

/** What a person does to a business after it came with a copy. */
const steps = fc.array(
  fc.record({ which: fc.nat(500), what: fc.constantFrom('delete', 'mark', 'turn', 'move', 'undo', 'batch', 'confirm') }),
  {
    minLength: 6,
    maxLength: 12,
  },
)

/** Brings so many generated businesses into accounts, changes them, and compares every figure with an independent computation. */
export async function compareBusinesses(app: () => TestApp, count: number): Promise<void> {
  const helpers = restoreHelpers(app)
  const generated = fc.sample(fc.tuple(businesses, steps), { numRuns: count, seed })
  for (const [index, [business, changes]] of generated.entries()) {
    try {
      await compareBusiness(app(), helpers, business, changes)
    } catch (failure) {
      throw new Error(`Business ${index} of seed ${seed}`, { cause: failure })
    }
  }
}

type BusinessStep = (typeof steps extends fc.Arbitrary<infer Steps> ? Steps : never)[number]

async function compareBusiness(
  app: TestApp,
  helpers: ReturnType<typeof restoreHelpers>,
  business: GeneratedBusiness,
  changes: readonly BusinessStep[],
): Promise<void> {
  const today = dateInSaoPaulo(new Date())
  const person = await app.register()
  const send = helpers.as(person)
  await helpers.run(person, await helpers.startRestore(person, copyOf(await helpers.copyOf(person), business, today)))
  const { excludedCategories, ...profile } = profileOf(business, today)
  // Without categories the defaults hold.
  expect((await send('PUT', '/mei', { ...profile, excludedCategories })).status).toBe(200)
  await deliver(send, profile.openedOn)
  for (const step of changes) await change(send, step, today)
  await compare(person, helpers, today)
}

type Send = ReturnType<ReturnType<typeof restoreHelpers>['as']>

async function deliver(send: Send, openedOn: string): Promise<void> {
  // Some are refused, because the period has not ended.
  await send('POST', '/mei/deliveries', { kind: 'monthly_report', of: monthOf(openedOn) })
  await send('POST', '/mei/deliveries', { kind: 'dasn', of: openedOn.slice(0, 4) })
}

async function change(send: Send, { which, what }: BusinessStep, today: string): Promise<void> {
  const { transactions } = (await send('GET', '/transactions?limit=500')).body
  const one = transactions[which % Math.max(1, transactions.length)]
  if (!one) return
  const month = addDays(today, -which).slice(0, 7)
  const fiscal = one.type === 'income' ? { competence: month, hasInvoice: which % 2 === 0 } : { dasOf: month }
  const put = (body: object) => send('PUT', `/transactions/${one.id}`, body)
  if (what === 'delete') await send('DELETE', `/transactions/${one.id}`)
  else if (what === 'mark' && one.type !== 'transfer') await put({ fiscal })
  else if (what === 'turn' && one.type !== 'transfer') await put({ type: one.type === 'income' ? 'expense' : 'income', category: 'Outros' })
  else if (what === 'move') await put({ transactionDate: addDays(one.date, which - 250) })
  else if (what === 'confirm' && one.isScheduled) await put({ isConfirmed: true, isReceived: which % 3 > 0 })
  else if (what === 'batch') {
    const ids = transactions.slice(0, 20).map(({ id }: { id: string }) => id)
    await send('POST', '/transactions/batch', { ids, change: { fiscal: which % 3 === 0 ? null : fiscal } })
  } else if (what === 'undo') {
    const [latest] = (await send('GET', '/activity?limit=1')).body.activity
    if (latest.undoable && latest.entity !== 'mei') await send('POST', `/activity/${latest.position}/undo`, {})
  }
}

/** The years and sheets as they are answered, against those computed from the export. */
async function compare(person: RestorePerson, helpers: ReturnType<typeof restoreHelpers>, today: string): Promise<void> {
  const send = helpers.as(person)
  const exported = toCentavos<AccountExport>(await helpers.copyOf(person))
  const { transactions, mei: profile, deliveries } = exported
  if (!profile) throw new Error('The export has no profile')
  const business: MeiBusiness = { transactions, profile, delivered: deliveries.map(({ kind, of }) => `${kind} ${of}`), today }
  const ask = async (path: string) => {
    const { status, body } = await send('GET', path)
    expect([path, status]).toEqual([path, 200])
    return toCentavos(body)
  }
  for (let year = yearOf(profile.openedOn); year <= yearOf(today); year++) {
    const months = activeMonths(profile, year).filter((month) => month <= monthOf(today))
    if (months.length > 0) expect((await ask(`/mei/annual-reports/${year}`)).report).toEqual(independentAnnualReport(business, year))
    for (const month of sampled(months))
      expect((await ask(`/mei/monthly-reports/${month}`)).report).toEqual(independentMonthlyReport(business, month))
    if (year < 2025) continue
    const view = (await ask(`/mei/years/${year}`)).year
    const expected = independentYear(business, year)
    expect({ ...view, obligations: sorted(view.obligations) }).toEqual({ ...expected, obligations: sorted(expected.obligations) })
  }
  expect(await helpers.verify(person)).toBeNull()
}

/** Every fifth month; years compare the sums of all. */
function sampled(months: readonly CalendarMonth[]): CalendarMonth[] {
  return months.filter((_, index) => index % 5 === 0)
}

function sorted(obligations: readonly { due: string; kind: string; of: string }[]) {
  const keyOf = ({ due, kind, of }: { due: string; kind: string; of: string }) => `${due} ${kind} ${of}`
  return obligations.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
}

/** The export of an empty account, with the transactions of a business. */
function copyOf(empty: OnWire<AccountExport>, { entries }: GeneratedBusiness, today: string): unknown {
  const [main] = empty.wallets
  const cash = { ...main, id: newId(), name: 'Caixa', kind: 'cash', isMain: false, order: 1 }
  const at = new Date().toISOString()
  const transactions = entries
    .map((entry) => detailsOf(entry, today))
    .toSorted((one, other) => (one.date > other.date ? -1 : 1))
    .map((details) => ({
      ...toReais(details),
      id: newId(),
      userId: empty.user.id,
      note: null,
      walletId: main?.id,
      toWalletId: details.type === 'transfer' ? cash.id : null,
      toDate: details.type === 'transfer' ? details.date : null,
      statementText: null,
      importId: null,
      importKey: null,
      toImportId: null,
      toImportKey: null,
      recurrenceId: null,
      nominal: null,
      instalment: null,
      createdAt: at,
      updatedAt: at,
      version: 1,
    }))
  const sum = (type: string) => entries.reduce((total, entry) => (entry.type === type ? total + entry.amount : total), 0) / 100
  const totals = { ...empty.totals, income: sum('income'), expense: sum('expense'), transactions: transactions.length }
  return { ...empty, transactions, wallets: [main, cash], totals }
}
