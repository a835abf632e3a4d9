/**
 * Computes a report a second time, from the transactions as the API lists them, the way one would with paper and pencil.
 * It imports nothing of the product, so that it cannot share its errors.
 */

export interface ListedTransaction {
  type: 'income' | 'expense'
  /** In reais. */
  amount: number
  category: string | null
  date: string
  /** Without one, the same as all others without one. */
  description?: string
  isScheduled: boolean
  isConfirmed: boolean
  isReceived: boolean
}

export interface IndependentReport {
  period: string
  from: string
  to: string
  totals: { income: number; expense: number; balance: number; transactionCount: number }
  monthly: { month: string; income: number; expense: number; balance: number; partial: boolean }[]
  categories: { category: string; type: string; total: number; count: number; share: number }[]
  incomeGrowth: number | null
  comparison: {
    from: string
    to: string
    changes: { type: string; category: string; total: number; previousTotal: number }[]
  } | null
  /** The amounts of the one-offs, largest first. */
  oneOffs: number[]
  /** The tone of each expected insight, and parts of its text. */
  insights: { kind: string; tone: string; says: string[] }[]
  /** Parts of the expected summary. */
  summarySays: string[]
}

const lengths: Record<string, number> = { '1month': 1, '3months': 3, '6months': 6, '1year': 12 }

export function independentReport(
  all: readonly ListedTransaction[],
  goals: readonly { completed: boolean }[],
  period: string,
  now: Date,
): IndependentReport {
  // São Paulo is three hours behind UTC, without summer time since 2019.
  const local = new Date(now.getTime() - 3 * 3_600_000).toISOString()
  const to = local.slice(0, 10)
  const months: string[] = []
  for (let year = Number(to.slice(0, 4)), month = Number(to.slice(5, 7)); months.length < (lengths[period] ?? 0); month--) {
    if (month === 0) [year, month] = [year - 1, 12]
    months.unshift(`${year}-${String(month).padStart(2, '0')}`)
  }
  const from = `${months[0]}-01`
  const counted = all.filter((one) => (!one.isScheduled || (one.isConfirmed && one.isReceived)) && one.date >= from && one.date <= to)
  const income = sum(counted.filter((one) => one.type === 'income'))
  const expense = sum(counted.filter((one) => one.type === 'expense'))

  const monthly = months.map((month) => {
    const within = counted.filter((one) => one.date.startsWith(month))
    const [came, went] = [sum(within.filter((one) => one.type === 'income')), sum(within.filter((one) => one.type === 'expense'))]
    return { month, income: reais(came), expense: reais(went), balance: reais(came - went), partial: month === to.slice(0, 7) }
  })

  const kinds = new Set(counted.map((one) => JSON.stringify([one.type, one.category ?? 'Sem categoria'])))
  const categories = [...kinds].map((kind) => {
    const [type, category] = JSON.parse(kind) as [string, string]
    const rows = counted.filter((one) => one.type === type && (one.category ?? 'Sem categoria') === category)
    const total = sum(rows)
    return { category, type, total, count: rows.length, share: Number(total) / Number(type === 'income' ? income : expense) }
  })
  categories.sort((one, other) => {
    if (one.total !== other.total) return one.total < other.total ? 1 : -1
    return one.category.localeCompare(other.category, 'pt-BR') || (one.type < other.type ? -1 : 1)
  })

  const [earlier, last] = [monthly.at(-2), monthly.at(-1)]
  const [a, b] = [BigInt(Math.round((earlier?.income ?? 0) * 100)), BigInt(Math.round((last?.income ?? 0) * 100))]
  const incomeGrowth = a === 0n ? null : Number(b - a) / Number(a)

  const insights: IndependentReport['insights'] = []
  if (a > 0n && b * 10n > a * 11n) insights.push({ kind: 'income_growth', tone: 'positive', says: ['subiu', money(b), money(a)] })
  if (a > 0n && b * 10n < a * 9n) insights.push({ kind: 'income_growth', tone: 'warning', says: ['caiu', money(b), money(a)] })
  if (counted.length > 0) {
    const balance = income - expense
    if (balance > 0n) insights.push({ kind: 'balance', tone: 'positive', says: ['sobrou dinheiro'] })
    if (balance < 0n) insights.push({ kind: 'balance', tone: 'warning', says: ['faltou dinheiro'] })
    if (balance === 0n) insights.push({ kind: 'balance', tone: 'neutral', says: ['o mesmo valor'] })
  }
  const reached = goals.filter((goal) => goal.completed).length
  if (goals.length > 0)
    insights.push({ kind: 'goals', tone: reached / goals.length >= 0.5 ? 'positive' : 'neutral', says: [`${reached} de ${goals.length}`] })
  const dearest = categories.find((one) => one.type === 'expense')
  if (dearest && expense > income)
    insights.push({
      kind: 'top_category',
      tone: 'warning',
      says: [dearest.category === 'Sem categoria' ? 'sem categoria' : dearest.category],
    })

  // Averages: per month from the first month with anything, or per day of the current one.
  const lively = monthly.findIndex(({ month }) => counted.some((one) => one.date.startsWith(month)))
  const parts = monthly.length - lively === 1 ? Number(to.slice(8)) : monthly.length - lively
  const average = (total: bigint) => money(half(total < 0n ? -total : total, BigInt(parts)))

  return {
    period,
    from,
    to,
    totals: { income: reais(income), expense: reais(expense), balance: reais(income - expense), transactionCount: counted.length },
    monthly,
    categories: categories.slice(0, 8).map((one) => ({ ...one, total: reais(one.total) })),
    incomeGrowth,
    comparison: compared(all, counted, months, to),
    oneOffs: oneOffAmounts(all, from, to),
    insights,
    summarySays:
      counted.length === 0
        ? ['Nenhuma transação']
        : [
            average(expense > 0n ? expense : income),
            ...(expense > 0n && income !== expense && monthly.length - lively > 1 ? [average(income - expense)] : []),
          ],
  }
}

/** The categories that changed most against as many months before, up to the same day unless the current month is complete. */
function compared(
  all: readonly ListedTransaction[],
  counted: readonly ListedTransaction[],
  months: readonly string[],
  to: string,
): IndependentReport['comparison'] {
  const shifted = (month: string) => {
    const [year, number] = month.split('-').map(Number) as [number, number]
    return new Date(Date.UTC(year, number - 1 - months.length, 1)).toISOString().slice(0, 7)
  }
  const lastDay = (month: string) => new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).toISOString().slice(8, 10)
  const [first, last] = [shifted(months[0]!), shifted(to.slice(0, 7))]
  const isComplete = to.slice(8) === lastDay(to.slice(0, 7))
  const day = isComplete || to.slice(8) > lastDay(last) ? lastDay(last) : to.slice(8)
  const [from, until] = [`${first}-01`, `${last}-${day}`]
  const settled = all.filter((one) => !one.isScheduled || (one.isConfirmed && one.isReceived))
  if (!settled.some((one) => one.date.slice(0, 7) <= first)) return null
  const earlier = settled.filter((one) => one.date >= from && one.date <= until)
  const nameOf = (one: ListedTransaction) => JSON.stringify([one.type, one.category ?? 'Sem categoria'])
  const changes = [...new Set([...counted, ...earlier].map(nameOf))].map((kind) => {
    const [type, category] = JSON.parse(kind) as [string, string]
    const of = (rows: readonly ListedTransaction[]) => sum(rows.filter((one) => nameOf(one) === kind))
    return { type, category, now: of(counted), then: of(earlier) }
  })
  const size = (one: { now: bigint; then: bigint }) => (one.now > one.then ? one.now - one.then : one.then - one.now)
  const listed = changes
    .filter((one) => one.now !== one.then)
    .toSorted((one, other) => {
      if (size(one) !== size(other)) return size(one) < size(other) ? 1 : -1
      return one.category.localeCompare(other.category, 'pt-BR') || (one.type < other.type ? -1 : 1)
    })
  return {
    from,
    to: until,
    changes: listed.slice(0, 5).map(({ type, category, now, then }) => ({ type, category, total: reais(now), previousTotal: reais(then) })),
  }
}

/** What came in a single month of the year up to today, and was more than a third of its category's month. */
function oneOffAmounts(all: readonly ListedTransaction[], from: string, to: string): number[] {
  const yearAgo = `${Number(to.slice(0, 4)) - 1}-${to.slice(5, 7)}`
  const settled = all.filter((one) => !one.isScheduled || (one.isConfirmed && one.isReceived))
  const year = settled.filter((one) => one.date.slice(0, 7) > yearAgo && one.date <= to)
  const monthOf = (one: ListedTransaction) => one.date.slice(0, 7)
  if (new Set(year.map(monthOf)).size < 3) return []
  const found = year.filter((one) => {
    const alike = year.filter((other) => other.type === one.type && other.description === one.description)
    const beside = year.filter((other) => other.type === one.type && other.category === one.category && monthOf(other) === monthOf(one))
    return alike.every((other) => monthOf(other) === monthOf(one)) && sum([one]) * 3n > sum(beside)
  })
  return found
    .filter((one) => one.date >= from)
    .map((one) => one.amount)
    .toSorted((one, other) => other - one)
    .slice(0, 5)
}

/** Divides, and rounds half up. */
function half(total: bigint, by: bigint): bigint {
  return (total * 2n + by) / (by * 2n)
}

function sum(rows: readonly ListedTransaction[]): bigint {
  return rows.reduce((total, { amount }) => total + BigInt(Math.round(amount * 100)), 0n)
}

/** The double nearest to the decimal amount. */
function reais(centavos: bigint): number {
  const digits = String(centavos < 0n ? -centavos : centavos).padStart(3, '0')
  const value = Number(`${digits.slice(0, -2)}.${digits.slice(-2)}`)
  return centavos < 0n ? -value : value
}

/** `R$ 1.234,56` */
function money(centavos: bigint): string {
  const digits = String(centavos).padStart(3, '0')
  return `R$\u00a0${digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, '.')},${digits.slice(-2)}`
}
