import type { Locator, Page } from '@playwright/test'
import { callApi, day } from '../ledger.js'
import { dismissFirstSteps, signInAsExample } from '../people.js'
import { expect, test } from '../test.js'
import { figure as totalOf } from './transactions/transactions-page.js'

/**
 * Every figure of the example account, recomputed from its transactions and other entries as the API lists them. What a screen
 * shows beside these fails the test.
 */

interface ApiTransaction {
  id: string
  description: string
  category: string | null
  type: 'income' | 'expense' | 'transfer'
  amount: number
  date: string
  walletId: string
  toWalletId: string | null
  isScheduled: boolean
  isConfirmed: boolean
  isReceived: boolean
  importId: string | null
}
interface ApiWallet {
  id: string
  name: string
  kind: 'bank' | 'cash' | 'card'
  statedOn: string | null
  balance: { amount: number }
}
interface ApiBill {
  from: string
  closesOn: string
  dueOn: string
  remaining: number
}

const centavos = (reais: number) => Math.round(reais * 100)
const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0)
const isSettled = ({ isScheduled, isConfirmed, isReceived }: ApiTransaction) => !isScheduled || (isConfirmed && isReceived)
const isPending = ({ isScheduled, isConfirmed }: ApiTransaction) => isScheduled && !isConfirmed

/** The sum of one type, in centavos. */
const total = (of: readonly ApiTransaction[], type: ApiTransaction['type']) =>
  sum(of.filter((each) => each.type === type).map(({ amount }) => centavos(amount)))

async function readTransactions(page: Page): Promise<ApiTransaction[]> {
  const all: ApiTransaction[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const path: string = `/transactions?limit=500${cursor && `&cursor=${encodeURIComponent(cursor)}`}`
    const read: { transactions: ApiTransaction[]; nextCursor: string | null } = await callApi(page, 'GET', path)
    all.push(...read.transactions)
    cursor = read.nextCursor
  }
  return all
}

/** The amounts of a text in centavos, with the currency or without, each once and without its sign. */
function figuresIn(text: string): number[] {
  return [...new Set(signedIn(text).map(Math.abs))]
}

function signedIn(text: string): number[] {
  return [...text.matchAll(/([+-]?)(?:R\$\s?)?(?<![\d.,])(\d{1,3}(?:\.\d{3})*),(\d\d)(?![\d%])/g)].map(
    ([, sign, whole = '', cents = '']) => (sign === '-' ? -1 : 1) * Number(whole.replaceAll('.', '') + cents),
  )
}

const shownIn = async (part: Locator) => figuresIn(await part.innerText())

/** Opens a screen and waits until nothing of it is loading. */
async function open(page: Page, path: string, heading: string): Promise<Locator> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeAttached()
  const main = page.locator('#conteudo')
  await expect(main.locator('[aria-busy="true"]')).toHaveCount(0)
  await expect.poll(() => shownIn(main)).not.toEqual([])
  return main
}

async function expectOnly(main: Locator, explained: readonly number[]): Promise<void> {
  expectOnlyIn(await main.innerText(), explained)
}

function expectOnlyIn(text: string, explained: readonly number[]): void {
  const known = new Set(explained.map(Math.abs))
  expect(figuresIn(text).filter((each) => !known.has(each))).toEqual([])
}

/** The figures of a row are these, in any order. */
async function expectFigures(row: Locator, expected: readonly number[]): Promise<void> {
  const sorted = (numbers: Iterable<number>) => [...new Set(numbers)].sort((one, other) => one - other)
  expect(sorted(await shownIn(row)), await row.innerText()).toEqual(sorted(expected.map(Math.abs)))
}

test('every figure of the example account is what its entries add up to', { tag: ['@desktop', '@long'] }, async ({ page, request }) => {
  test.slow()
  await signInAsExample({ page, request })
  await dismissFirstSteps(page)
  const all = await readTransactions(page)
  const { wallets, onHand } = await callApi<{ wallets: ApiWallet[]; onHand: { amount: number } }>(page, 'GET', '/wallets')
  await test.step('register', () => register(page, all))
  await test.step('categories', () => categories(page, all))
  await test.step('recurrences', () => recurrences(page))
  await test.step('accounts', () => accounts(page, wallets, all))
  await test.step('bank', () => bank(page, wallets, all))
  await test.step('card', () => card(page, wallets, all))
  await test.step('imports', () => imports(page, all))
  await test.step('forecast', () => forecast(page, { wallets, all, opening: centavos(onHand.amount) }))
  await test.step('goals', () => goals(page))
  await test.step('fund', () => fund(page, all))
  await test.step('tasks', () => tasks(page))
  await test.step('reports', () => reports(page, all))
})

async function register(page: Page, all: readonly ApiTransaction[]): Promise<void> {
  const main = await open(page, '/dashboard/transactions', 'Transações')
  await expect(page.getByText(`${all.length} transações`, { exact: true })).toBeAttached()
  const settled = all.filter(isSettled)
  const [income, expense] = [total(settled, 'income'), total(settled, 'expense')]
  const shown = async (name: string) => signedIn((await totalOf(page, name).locator('> span:last-child').textContent()) ?? '')[0]
  expect([await shown('Despesas'), await shown('Receitas'), await shown('Saldo')]).toEqual([-expense, income, income - expense])

  const head = page.getByRole('row').filter({ hasText: ', fora do saldo' })
  const [, date = '', month = ''] = /até (\d\d)\/(\d\d)/.exec(await head.innerText()) ?? []
  const [year = 0, present = 0] = day().split('-').map(Number)
  const until = `${Number(month) < present ? year + 1 : year}-${month}-${date}`
  const waiting = all.filter((each) => isPending(each) && each.date <= until)
  await expectFigures(head, [total(waiting, 'expense'), total(waiting, 'income')])

  // Read at one moment: the list renders more rows as they come near.
  const { rows, text } = await main.evaluate((screen) => ({
    rows: Array.from(screen.querySelectorAll('tbody tr[data-id]'), (row) => ({
      id: row.getAttribute('data-id'),
      text: row.querySelector('.money [aria-hidden]')?.textContent ?? '',
    })),
    text: (screen as HTMLElement).innerText,
  }))
  expect(rows.length).toBeGreaterThan(10)
  const listed = rows.map(({ id }) => all.find((each) => each.id === id))
  expect(rows.map((row) => signedIn(row.text)[0])).toEqual(listed.map((each) => each && signed(each)))
  expectOnlyIn(text, [income, expense, income - expense, ...sidesOf(waiting), ...listed.flatMap((each) => (each ? [signed(each)] : []))])
}

const signed = ({ type, amount }: ApiTransaction) => (type === 'expense' ? -1 : 1) * centavos(amount)
const sidesOf = (of: readonly ApiTransaction[]) => [total(of, 'expense'), total(of, 'income')]

async function categories(page: Page, all: readonly ApiTransaction[]): Promise<void> {
  const main = await open(page, '/dashboard/transactions/categorias', 'Categorias')
  const year = day().slice(0, 4)
  const flows = all.filter(({ type }) => type !== 'transfer')
  const ofYear = (of: readonly ApiTransaction[]) => of.filter((each) => isSettled(each) && each.date.startsWith(year))
  const keys = new Set(flows.map(({ type, category }) => `${type} ${category ?? ''}`))
  await expect(main.locator('[data-row]')).toHaveCount(keys.size)
  for (const key of keys) {
    const own = flows.filter(({ type, category }) => `${type} ${category ?? ''}` === key)
    const row = main.locator(`[data-row="${key}"]`)
    await expect(row.locator('[class*="count"]').first()).toHaveText(new RegExp(`^${own.length} `))
    await expectFigures(row, [sum(ofYear(own).map(({ amount }) => centavos(amount)))])
    const last = own
      .map(({ date }) => date)
      .filter((date) => date <= day())
      .sort()
      .at(-1)
    if (last) await expect(row.locator('time')).toHaveAttribute('datetime', last)
  }
  await expectFigures(main.locator('[class*="foot"]').first(), sidesOf(ofYear(flows)))
}

interface ApiRecurrence {
  description: string
  type: string
  amount: number
  count: number | null
  every: 'week' | 'month' | 'year'
  interval: number
  next: string | null
  endedAt: string | null
}

async function recurrences(page: Page): Promise<void> {
  const main = await open(page, '/dashboard/transactions/recorrentes', 'O que se repete')
  const { recurrences: listed } = await callApi<{ recurrences: ApiRecurrence[] }>(page, 'GET', '/recurrences')
  const one = ({ amount, count }: ApiRecurrence) => Math.floor(centavos(amount) / (count ?? 1))
  const aMonth = (each: ApiRecurrence) => Math.round((one(each) * { week: 52, month: 12, year: 1 }[each.every]) / 12 / each.interval)
  const isActive = ({ next, endedAt }: ApiRecurrence) => next !== null && endedAt === null
  const rows = main.getByRole('listitem')
  for (const each of listed) {
    const row = rows.filter({ has: page.getByText(each.description, { exact: true }) })
    await expectFigures(row.first(), isActive(each) ? [one(each), aMonth(each)] : [one(each)])
  }
  const active = (type: string) => sum(listed.filter((each) => isActive(each) && each.type === type).map(aMonth))
  await expectOnly(main, [...listed.flatMap((each) => [one(each), aMonth(each)]), active('expense'), active('income')])
  expect(await shownIn(main)).toEqual(expect.arrayContaining([active('expense'), active('income')]))
}

/** What the settled transactions of some days did to a wallet. */
function movesOf(all: readonly ApiTransaction[], id: string, isOfDays: (date: string) => boolean) {
  const settled = all.filter((each) => isSettled(each) && isOfDays(each.date))
  const own = settled.filter(({ walletId }) => walletId === id)
  const came = settled.filter(({ toWalletId }) => toWalletId === id)
  const parts = { income: total(own, 'income'), expense: total(own, 'expense'), sent: total(own, 'transfer'), got: total(came, 'transfer') }
  return { ...parts, net: parts.income - parts.expense - parts.sent + parts.got }
}

/** Without a stated balance it is the sum of what is settled until today. */
function balanceOf({ id, statedOn, balance }: ApiWallet, all: readonly ApiTransaction[]): number {
  return statedOn === null ? movesOf(all, id, (date) => date <= day()).net : centavos(balance.amount)
}

async function accounts(page: Page, wallets: readonly ApiWallet[], all: readonly ApiTransaction[]): Promise<void> {
  const main = await open(page, '/dashboard/contas', 'Contas')
  for (const wallet of wallets)
    await expectFigures(main.getByRole('listitem').filter({ hasText: wallet.name }).last(), [balanceOf(wallet, all)])
  const of = (isCard: boolean) => sum(wallets.filter(({ kind }) => (kind === 'card') === isCard).map((each) => balanceOf(each, all)))
  const [held, owed] = [of(false), of(true)]
  await expectFigures(main.getByRole('region', { name: 'Somas' }), [held, owed, held + owed])
}

async function bank(page: Page, wallets: readonly ApiWallet[], all: readonly ApiTransaction[]): Promise<void> {
  const wallet = wallets.find(({ kind }) => kind === 'bank')!
  const main = await open(page, `/dashboard/contas/${wallet.id}`, wallet.name)
  await expect(main.getByRole('heading', { name: 'Movimentos' })).toBeVisible()
  const closing = balanceOf(wallet, all)
  const month = movesOf(all, wallet.id, (date) => date.startsWith(day().slice(0, 7)) && date <= day())
  const { income, expense, sent, got } = month
  const opening = closing - month.net
  await expectFigures(
    main.locator('[class*="proof"]').last(),
    [opening, income, expense, got, sent, closing].filter((each) => each !== 0),
  )
  // Each balance is the one below it with the movement between.
  const rows = (
    await main
      .locator('section', { has: page.getByRole('heading', { name: 'Movimentos' }) })
      .getByRole('listitem')
      .allInnerTexts()
  )
    .filter((text) => text.includes('Saldo'))
    .map((text) => signedIn(text))
  const balances = rows.map((figures) => figures.at(-1) ?? NaN)
  const moves = rows.map((figures) => figures.at(-2) ?? NaN)
  expect(balances[0]).toBe(closing)
  expect(balances.map((balance, index) => balance - (moves[index] ?? NaN))).toEqual([...balances.slice(1), opening])
}

async function card(page: Page, wallets: readonly ApiWallet[], all: readonly ApiTransaction[]): Promise<void> {
  const wallet = wallets.find(({ kind }) => kind === 'card')!
  const main = await open(page, `/dashboard/contas/${wallet.id}`, wallet.name)
  await expect(main.getByRole('heading', { name: 'Faturas fechadas' })).toBeVisible()
  const { bills } = await callApi<{ bills: ApiBill[] }>(page, 'GET', `/wallets/${wallet.id}/bills`)
  const own = all.filter(({ walletId }) => walletId === wallet.id)
  const within = ({ from, closesOn }: ApiBill) => own.filter((each) => isSettled(each) && each.date >= from && each.date <= closesOn)
  const sums = bills.map((bill) => total(within(bill), 'expense') - total(within(bill), 'income'))
  const coming = own.filter(isPending)
  const current = bills.find(({ closesOn, from }) => from <= day() && day() <= closesOn)
  expect(await shownIn(main)).toEqual(expect.arrayContaining(current ? [sums[bills.indexOf(current)]] : []))
  await expectOnly(main, [
    ...sums,
    ...bills.map(({ remaining }) => centavos(remaining)),
    ...bills.filter(({ remaining }) => remaining > 0).flatMap((bill) => within(bill).map(({ amount }) => centavos(amount))),
    ...coming.map(({ amount }) => centavos(amount)),
    total(coming, 'expense'),
  ])
}

async function imports(page: Page, all: readonly ApiTransaction[]): Promise<void> {
  const main = await open(page, '/dashboard/import/list', 'Importações')
  const rows = main.locator('[data-row]')
  await expect(rows).toHaveCount(new Set(all.flatMap(({ importId }) => importId ?? [])).size)
  for (const row of await rows.all()) {
    const id = await row.getAttribute('data-row')
    const own = all.filter(({ importId }) => importId === id)
    await expect(row).toContainText(`${own.length} transações`)
    await expectFigures(row, sidesOf(own))
  }
}

interface ApiForecast {
  days: { date: string; income: number; expense: number; balance: number; low: number | null; high: number | null }[]
  lowest: { date: string; balance: number }
}

async function forecast(
  page: Page,
  { wallets, all, opening }: { wallets: readonly ApiWallet[]; all: readonly ApiTransaction[]; opening: number },
): Promise<void> {
  const main = await open(page, '/dashboard/forecast', 'O que vem pela frente')
  const { forecast: answer } = await callApi<{ forecast: ApiForecast }>(page, 'GET', '/forecast?days=30')
  const isOnHand = (id: string | null) => wallets.some((each) => each.id === id && each.kind !== 'card')
  const bills = (
    await Promise.all(
      wallets
        .filter(({ kind }) => kind === 'card')
        .map(({ id }) => callApi<{ bills: ApiBill[] }>(page, 'GET', `/wallets/${id}/bills`).then((read) => read.bills)),
    )
  ).flat()
  const days = answer.days.map(({ date, income, expense, balance }) => ({
    date,
    income: centavos(income),
    expense: centavos(expense),
    balance: centavos(balance),
  }))
  let balance = opening
  for (const each of days) {
    const own = all.filter((entry) => isPending(entry) && entry.date === each.date && isOnHand(entry.walletId))
    // A bill is an expense of its due day.
    const isDue = bills.some(({ dueOn }) => dueOn === each.date)
    expect(each.income).toBe(total(own, 'income'))
    if (!isDue) expect(each.expense).toBe(total(own, 'expense'))
    balance += each.income - each.expense
    expect(each.balance).toBe(balance)
  }
  const lowest = Math.min(...days.map((each) => each.balance))
  await expect(main.getByRole('region', { name: /^Menor saldo/ })).toContainText(
    (lowest / 100).toLocaleString('pt-BR', { minimumFractionDigits: 2 }),
  )

  const moved = days.filter(({ income, expense, date }) => income > 0 || expense > 0 || date === answer.lowest.date)
  const rows = main.getByRole('table', { name: 'Dia a dia' }).locator('tbody tr')
  expect((await rows.allInnerTexts()).map(signedIn)).toEqual(
    moved.map((each) => [each.expense, each.income].filter((amount) => amount > 0).concat(each.balance)),
  )
  const late = all.filter((each) => isPending(each) && each.date < day())
  const ofLowest = all.filter((each) => isPending(each) && each.date === answer.lowest.date)
  await expectOnly(main, [
    ...moved.flatMap(({ income, expense, balance: left }) => [income, expense, left]),
    ...[...late, ...ofLowest].map(({ amount }) => centavos(amount)),
    ...bills.map(({ remaining }) => centavos(remaining)),
    opening,
    lowest,
  ])
}

async function goals(page: Page): Promise<void> {
  const main = await open(page, '/dashboard/goals', 'Metas Financeiras')
  const { goals: listed } = await callApi<{ goals: { title: string; targetAmount: number; currentAmount: number; completed: boolean }[] }>(
    page,
    'GET',
    '/goals',
  )
  const completed = main.locator('details')
  if ((await completed.count()) > 0) await completed.locator('summary').click()
  for (const { title, targetAmount, currentAmount, completed: isDone } of listed) {
    const row = main.getByRole('listitem').filter({ has: page.getByText(title, { exact: true }) })
    await expectFigures(row, [centavos(currentAmount), centavos(targetAmount)])
    if (!isDone) await expect(row).toContainText(`${Math.round((currentAmount / targetAmount) * 100)}%`)
  }
  const of = (name: 'currentAmount' | 'targetAmount') => sum(listed.map((each) => centavos(each[name])))
  await expectOnly(main, [
    ...listed.flatMap(({ currentAmount, targetAmount }) => [centavos(currentAmount), centavos(targetAmount)]),
    of('currentAmount'),
    of('targetAmount'),
  ])
  expect(await shownIn(main)).toEqual(expect.arrayContaining([of('currentAmount'), of('targetAmount')]))
}

async function fund(page: Page, all: readonly ApiTransaction[]): Promise<void> {
  const main = await open(page, '/dashboard/emergency', 'Reserva de Emergência')
  const { emergencyFund } = await callApi<{ emergencyFund: { targetMonths: number } }>(page, 'GET', '/emergency-fund')
  const { movements } = await callApi<{ movements: { amount: number; kind: string; balance: number }[] }>(
    page,
    'GET',
    '/emergency-fund/movements',
  )
  const since = monthsBefore(day(), 3)
  const spent = total(
    all.filter((each) => isSettled(each) && each.date >= since && each.date <= day()),
    'expense',
  )
  const average = Math.round(spent / 3)
  const held = centavos(movements[0]?.balance ?? 0)
  const target = average * emergencyFund.targetMonths
  const left = target - held
  const status = page.getByRole('region', { name: 'Situação da reserva' })
  await expectFigures(status, [held, target, average, left, Math.round(average / 5), Math.round(held / 10)])
  await expect(status).toContainText(`${Math.ceil((left * 5) / average)} meses`)
  // Rounded down, so that 100% means reached.
  await expect(status).toContainText(`${(Math.floor((held * 1000) / target) / 10).toFixed(1).replace('.', ',')}%`)
  await expectOnly(main, [
    held,
    target,
    average,
    left,
    Math.round(average / 5),
    Math.round(held / 10),
    ...movements.flatMap(({ amount, balance }) => [centavos(amount), centavos(balance)]),
  ])
}

/** The same day so many months before, or the last of its month. */
function monthsBefore(date: string, months: number): string {
  const [year = 0, month = 0, number = 0] = date.split('-').map(Number)
  const last = new Date(Date.UTC(year, month - months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 - months, Math.min(number, last))).toISOString().slice(0, 10)
}

async function tasks(page: Page): Promise<void> {
  const { tasks: listed } = await callApi<{ tasks: { title: string; type: string; estimatedCost: number; completed: boolean }[] }>(
    page,
    'GET',
    '/tasks',
  )
  await open(page, '/dashboard/tasks', 'Tarefas e Planejamento')
  const tabs = [
    ['objective', 'Objetivos do Negócio'],
    ['problem', 'Problemas a Resolver'],
    ['task', 'Lista de Tarefas'],
  ] as const
  for (const [type, name] of tabs) {
    const own = listed.filter((each) => each.type === type)
    const tab = page.getByRole('tab', { name: new RegExp(`^${name}`) })
    await expect(tab).toContainText(`${own.filter(({ completed }) => completed).length}/${own.length}`)
    await tab.click()
    for (const { title, estimatedCost } of own) {
      const row = page.getByRole('tabpanel').getByRole('listitem').filter({ hasText: title })
      await expectFigures(row, estimatedCost > 0 ? [centavos(estimatedCost)] : [])
    }
  }
}

interface ApiReport {
  from: string
  to: string
  comparison: { from: string; to: string } | null
}

async function reports(page: Page, all: readonly ApiTransaction[]): Promise<void> {
  const main = await open(page, '/dashboard/reports', 'Relatórios')
  const { report } = await callApi<{ report: ApiReport }>(page, 'GET', '/reports?period=3months')
  const within = (from: string, to: string) =>
    all.filter((each) => isSettled(each) && each.type !== 'transfer' && each.date >= from && each.date <= to)
  const flows = within(report.from, report.to)
  const [income, expense] = [total(flows, 'income'), total(flows, 'expense')]
  const months = [...new Set(flows.map(({ date }) => date.slice(0, 7)))].sort()
  const perMonth = months.map((month) => sidesOf(flows.filter(({ date }) => date.startsWith(month))))
  const running = perMonth.map((_, index) => sum(perMonth.slice(0, index + 1).map(([went = 0, came = 0]) => came - went)))
  const region = (name: string) => page.getByRole('region', { name, exact: true })

  await expectFigures(region('Quanto'), [income, expense, income - expense, 10_000, ...shares(expense, income)])
  await expect(region('Quanto')).toContainText(String(flows.length))
  // Under the bars each figure is rounded by itself, half up.
  const rounded = (amount: number) => String(Math.round(Math.abs(amount) / 100))
  const drawn = (await region('Quando').getByRole('img').locator('text').allTextContents()).map((text) => text.replaceAll(/[.+-]/g, ''))
  const expected = perMonth.flatMap(([went = 0, came = 0]) => [went, came, came - went].map(rounded))
  expect(drawn).toEqual(expect.arrayContaining(expected))
  for (const name of ['Quando', 'Saldo acumulado', 'Onde']) await region(name).getByRole('button', { name: 'Ver como tabela' }).click()
  const rows = async (name: string) => (await region(name).locator('tbody tr').allInnerTexts()).map(signedIn)
  expect(await rows('Quando')).toEqual(perMonth.map(([went = 0, came = 0]) => [went, came, came - went]))
  expect((await rows('Saldo acumulado')).map((row) => row.at(-1))).toEqual(running)

  const ofCategory = (of: readonly ApiTransaction[]) => {
    const sums = new Map<string, number>()
    for (const { type, category, amount } of of) {
      const key = `${type} ${category}`
      sums.set(key, (sums.get(key) ?? 0) + centavos(amount))
    }
    return sums
  }
  const now = ofCategory(flows)
  const before = report.comparison ? ofCategory(within(report.comparison.from, report.comparison.to)) : new Map<string, number>()
  const top = [...now.entries()].sort(([, one], [, other]) => other - one).slice(0, 8)
  expect((await rows('Onde')).map((row) => row[0])).toEqual(top.map(([, amount]) => amount))
  const changes = [...new Set([...now.keys(), ...before.keys()])].map((key) => [now.get(key) ?? 0, before.get(key) ?? 0] as const)
  const listed = sum(top.filter(([key]) => key.startsWith('expense')).map(([, amount]) => amount))
  const listedIncome = sum(top.filter(([key]) => key.startsWith('income')).map(([, amount]) => amount))
  await expectOnly(main, [
    income,
    expense,
    income - expense,
    10_000,
    expense - listed,
    income - listedIncome,
    ...shares(expense, income),
    ...perMonth.flat(),
    ...perMonth.map(([went = 0, came = 0]) => came - went),
    ...running,
    ...[expense, income - expense].map((each) => Math.round(each / months.length)),
    ...changes.flatMap(([one, other]) => [one, other, one - other]),
    // One-offs are named with their own amounts.
    ...flows.map(({ amount }) => centavos(amount)),
  ])
}

/** Of every hundred reais that came, what went and what remained. */
function shares(expense: number, income: number): number[] {
  const spent = Math.round((expense / income) * 10_000)
  return [spent, 10_000 - spent]
}
