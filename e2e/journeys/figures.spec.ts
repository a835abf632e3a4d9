import type { Locator, Page } from '@playwright/test'
import { callApi, day, record } from '../ledger.js'
import { dismissFirstSteps, openOverviewAsNewPerson, signInAsExample } from '../people.js'
import { expect, test } from '../test.js'
import { figure as fundFigure, movements, openFund, fundStatus, target } from './emergency-fund/emergency-fund-page.js'
import { openGoals, summaryFigure } from './goals/goals-page.js'
import { figure } from './transactions/transactions-page.js'

/** Every sum and difference adds up as displayed, for any contents of the account. */
for (const { size, tag } of [
  { size: 6, tag: '@desktop' },
  { size: 30, tag: ['@desktop', '@long'] },
]) {
  test(`every figure of an account of ${size} transactions can be checked by eye`, { tag }, async ({ page, request }) => {
    // PRUMO_FIGURES_SEED generates another account.
    const seed = Number(process.env.PRUMO_FIGURES_SEED ?? size)
    await openOverviewAsNewPerson({ page, request })
    await dismissFirstSteps(page)
    await test.step(`an account made with seed ${seed}`, () => makeAccount(page, size, seededRandom(seed)))
    await overviewAddsUp(page)
    await transactionsAddUp(page)
    await goalsAddUp(page)
    await fundAddsUp(page)
  })
}

test('every figure of the overview of the example account is what the API says', { tag: '@desktop' }, async ({ page, request }) => {
  await signInAsExample({ page, request })
  await dismissFirstSteps(page)
  await overviewAddsUp(page)
})

type RandomBelow = (limit: number) => number

/** A pseudo-random generator of integers from 0 up to, and without, its argument. */
function seededRandom(seed: number): RandomBelow {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0
    return Math.floor(((state >>> 8) / 2 ** 24) * below)
  }
}

async function makeAccount(page: Page, size: number, number: RandomBelow): Promise<void> {
  // Amounts range from centavos to millions of reais.
  const centavos = () => 1 + number(10 ** (2 + number(7)))
  const amount = (more = 0) => (centavos() + more) / 100
  for (let index = 0; index < size; index += 1) {
    const days = number(150) - 120
    const [made] = await record(page, {
      description: `Lançamento ${index + 1}`,
      amount: amount(),
      type: number(2) ? 'income' : 'expense',
      transactionDate: day(index < 3 ? -index : days),
      isScheduled: number(10) < (days > 0 ? 7 : 3),
    })
    if (number(4) === 0)
      await callApi(page, 'PUT', `/transactions/${made?.id}`, { isScheduled: true, isConfirmed: true, isReceived: number(2) === 0 })
  }
  for (let index = 0; index < 5; index += 1) {
    const targetAmount = amount(100)
    const share = [0, 0.4, 1, 1.2][number(4)] ?? 0
    await callApi(page, 'POST', '/goals', {
      title: `Meta ${index + 1}`,
      targetAmount,
      currentAmount: Math.round(targetAmount * share * 100) / 100,
      deadline: day(number(90)),
      category: 'Outros',
    })
  }
  for (let index = 0; index < 4; index += 1)
    await callApi(page, 'POST', '/tasks', { title: `Tarefa ${index + 1}`, type: number(2) ? 'objective' : 'problem' })
  await callApi(page, 'PUT', '/balance', { amount: amount() })
  await callApi(page, 'PUT', '/emergency-fund', { targetMonths: [1, 2, 3, 6, 12][number(5)], monthlyExpenseAverage: amount() })
  await callApi(page, 'POST', '/emergency-fund/add', { amount: amount(100) })
  await callApi(page, 'POST', '/emergency-fund/withdraw', { amount: (1 + number(90)) / 100 })
  await callApi(page, 'POST', '/emergency-fund/add', { amount: amount() })
  // Two screens are compared, so no answer may be recomputed in between.
  const isStale = async () => (await callApi<{ analysis: { stale: boolean } }>(page, 'GET', '/emergency-fund/analysis')).analysis.stale
  await expect.poll(isStale).toBe(false)
}

/** The amounts of a text, in centavos, with their signs. */
function amountsIn(text: string): number[] {
  return [...text.matchAll(/([+-]?)R\$\s?([\d.]+),(\d\d)/g)].map(
    ([, sign, whole = '', cents = '']) => (sign === '-' ? -1 : 1) * Number(whole.replaceAll('.', '') + cents),
  )
}

async function amountOf(shown: Locator): Promise<number> {
  const [amount] = amountsIn((await shown.textContent()) ?? '')
  if (amount === undefined) throw new Error(`No amount in ${await shown.textContent()}`)
  return amount
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0)
}

async function overviewAddsUp(page: Page): Promise<void> {
  await page.goto('/dashboard')
  const result = page.getByRole('region', { name: 'Resultado do mês' })
  const side = async (name: string) =>
    Math.abs(await amountOf(result.locator('dl > div', { has: page.getByRole('link', { name, exact: true }) }).locator('dd')))
  await expect(result.getByRole('img')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Últimas transações' })).toBeVisible()
  const net = await amountOf(result.locator('p[class*="balance"]'))
  expect((await side('Entrou')) - (await side('Saiu'))).toBe(net)

  // Each row has the period, expenses, income and the remainder.
  const rows = await result
    .getByRole('img')
    .locator('> div')
    .evaluateAll((items) => items.map((item) => [...item.querySelectorAll('em, [class*="net"]')].map((text) => text.textContent ?? '')))
  expect(rows).toHaveLength(6)
  const isInReais = !(await result.getByText(/^R\$\smil|^R\$\smi/).isVisible())
  const drawn = rows.map((row) => row.map((text) => Number(text.replaceAll('.', '').replace(',', '.'))))

  await result.getByRole('button', { name: 'Ver como tabela' }).click()
  await expect(result.getByRole('row')).toHaveCount(7)
  const table = (await result.getByRole('row').allTextContents()).slice(1).map(amountsIn)
  const { months } = await callApi<{ months: { income: number; expense: number }[] }>(page, 'GET', '/transactions/summary/months?count=6')
  const exact = months.map(({ income, expense }) => [inCentavos(expense), inCentavos(income)])
  expect(table).toEqual(exact.map(([went = 0, came = 0]) => [went, came, came - went]))
  // Under the bars each figure is rounded by itself, half up.
  const rounded = (centavos: number) => Math.sign(centavos) * Math.round(Math.abs(centavos) / 100) + 0
  if (isInReais) expect(drawn).toEqual(table.map((row) => row.map(rounded)))
  expect(table.at(-1)?.[2]).toBe(net)

  await onHandAddsUp(page)
  for (const group of await page
    .getByRole('region', { name: 'Para fazer' })
    .locator('div', { has: page.getByRole('heading', { level: 3 }) })
    .filter({ has: page.getByRole('listitem') })
    .all()) {
    const named = Number.parseInt((await group.getByRole('heading', { level: 3 }).textContent())?.replace(/\D/g, '') ?? '', 10)
    expect(await group.getByRole('listitem').count()).toBe(Math.min(named, 5))
  }
  await expectComparisonRows(page, result, net)
}

const inCentavos = (amount: number) => Math.round(amount * 100)

/** The balance, its sentence and the sums of the week, recomputed from what the API says. */
async function onHandAddsUp(page: Page): Promise<void> {
  const onHand = page.getByRole('region', { name: 'Na conta hoje' })
  const week = page.getByRole('region', { name: /^Em 7 dias/ })
  const { wallets, onHand: money } = await callApi<ApiWallets>(page, 'GET', '/wallets')
  if (wallets.some(({ isMain, statedOn }) => isMain && statedOn === null)) {
    await expect(onHand).toContainText('Quanto você tem na conta hoje?')
  } else {
    const { forecast } = await callApi<{ forecast: { lowest: { balance: number } } }>(page, 'GET', '/forecast?days=30')
    const lowest = inCentavos(forecast.lowest.balance)
    const said = lowest < 0 ? /(Vão faltar|Faltam) R\$/ : lowest === 0 ? 'Não dá para tirar nada' : 'Dá para tirar até R$'
    await expect(onHand).toContainText(said)
    expect(await amountOf(onHand)).toBe(inCentavos(money.amount))
    const [sentence] = amountsIn((await onHand.getByText(said).first().textContent()) ?? '')
    if (lowest !== 0) expect(sentence).toBe(Math.abs(lowest))
  }

  const due = await dueWithinWeek(page, wallets)
  for (const [side, name] of [
    ['out', /^A pagar/],
    ['in', /^A receber/],
  ] as const) {
    const shown = week.getByRole('link', { name }).first()
    if ((await shown.count()) > 0) expect(Math.abs(await amountOf(shown))).toBe(due[side])
    else expect(due[side]).toBe(0)
  }
}

interface ApiWallets {
  wallets: { id: string; kind: string; isMain: boolean; archived: boolean; statedOn: string | null }[]
  onHand: { amount: number }
}

/** What is to pay and to receive within seven days: of banks and cash, and what no transfer covers of each bill. */
async function dueWithinWeek(page: Page, wallets: ApiWallets['wallets']): Promise<{ out: number; in: number }> {
  const { transactions } = await callApi<{
    transactions: { type: string; amount: number; date: string; walletId: string; toWalletId: string | null }[]
  }>(page, 'GET', '/transactions?status=pending&limit=500')
  const isOnHand = (id: string | null) => wallets.some((each) => each.id === id && each.kind !== 'card' && !each.archived)
  const near = transactions.filter(({ date }) => date <= day(7))
  const of = (kept: (each: (typeof near)[number]) => boolean) => sum(near.filter(kept).map(({ amount }) => inCentavos(amount)))
  const due = {
    out: of(({ type, walletId, toWalletId }) => type !== 'income' && isOnHand(walletId) && !isOnHand(toWalletId)),
    in: of(({ type, walletId, toWalletId }) =>
      type === 'transfer' ? !isOnHand(walletId) && isOnHand(toWalletId) : type === 'income' && isOnHand(walletId),
    ),
  }
  for (const { id } of wallets.filter(({ kind }) => kind === 'card')) {
    const { bills } = await callApi<{ bills: { dueOn: string; remaining: number }[] }>(page, 'GET', `/wallets/${id}/bills`)
    let cover = sum(transactions.filter(({ toWalletId }) => toWalletId === id).map(({ amount }) => inCentavos(amount)))
    for (const { dueOn, remaining } of bills) {
      const covered = Math.min(cover, inCentavos(remaining))
      cover -= covered
      if (dueOn <= day(7)) due.out += inCentavos(remaining) - covered
    }
  }
  return due
}

/** The comparison is with the balance of the same days of the previous month, if the overview shows one. */
async function expectComparisonRows(page: Page, result: Locator, net: number): Promise<void> {
  const comparison = /(R\$\s[\d.,]+\d) a (mais|menos) que em .+? até o dia (\d+)\./.exec((await result.textContent()) ?? '')
  if (!comparison) return
  const [, amount = '', direction, upTo = ''] = comparison
  const before = net - (amountsIn(amount)[0] ?? 0) * (direction === 'mais' ? 1 : -1)
  const first = new Date(`${day().slice(0, 7)}-01T00:00:00Z`)
  first.setUTCMonth(first.getUTCMonth() - 1)
  const month = first.toISOString().slice(0, 7)
  const days = `from=${month}-01&to=${month}-${upTo.padStart(2, '0')}`
  const { summary } = await callApi<{ summary: { balance: number } }>(page, 'GET', `/transactions/summary?${days}`)
  expect(Math.round(summary.balance * 100)).toBe(before)
}

async function transactionsAddUp(page: Page): Promise<void> {
  await page.goto('/dashboard/transactions')
  const totals = page.getByRole('region', { name: /^Totais/ })
  await expect(totals).toContainText(/\d realizadas?D|nenhuma realizada/)
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0)
  const unfold = page.getByRole('button', { name: /^Ver as/ })
  if (await unfold.isVisible()) await unfold.click()
  // The columns leave the currency out.
  const plain = (text: string | null) =>
    [...(text ?? '').matchAll(/([+-]?)([\d.]+),(\d\d)/g)].map(
      ([, sign, whole = '', cents = '']) => (sign === '-' ? -1 : 1) * Number(whole.replaceAll('.', '') + cents),
    )
  const shown = async (name: string) => plain(await figure(page, name).locator('> span:last-child').textContent())[0] ?? NaN
  const [expense, income, balance] = [await shown('Despesas'), await shown('Receitas'), await shown('Saldo')]
  expect(income + expense).toBe(balance)

  const pendingHead = page.getByRole('row').filter({ hasText: ', fora do saldo' })
  const hasPending = await pendingHead.isVisible()
  const expected = hasPending ? await pendingHead.locator('.money [aria-hidden]').allTextContents() : []
  const rows = await page.locator('main tbody tr[data-id]').evaluateAll((found) =>
    found.map((row) => ({
      text: row.querySelector('.money [aria-hidden]')?.textContent ?? '',
      isStruck: row.querySelector('s') !== null,
      isPending: (row.textContent ?? '').includes('Confirmar'),
      isExpected: row.getAttribute('data-expected') === 'true',
    })),
  )
  await expect(page.getByText(`${rows.length} transações`, { exact: true })).toBeAttached()
  const amounts = (kept: (row: (typeof rows)[number]) => boolean) => rows.filter(kept).flatMap(({ text }) => plain(text))
  const settled = amounts(({ isStruck, isPending }) => !isStruck && !isPending)
  const sides = (all: readonly number[]) => [sum(all.filter((each) => each < 0)), sum(all.filter((each) => each > 0))]
  expect(sides(settled)).toEqual([expense, income])
  expect(sides(amounts(({ isPending }) => isPending))).toEqual(sides(expected.flatMap(plain)))
  expect(rows.filter(({ isExpected, isPending }) => isExpected && !isPending)).toEqual([])
  await expect(totals).toContainText(
    settled.length === 0 ? 'nenhuma realizada' : `${settled.length} realizada${settled.length === 1 ? '' : 's'}`,
  )
}

async function goalsAddUp(page: Page): Promise<void> {
  await openGoals(page)
  await expect(summaryFigure(page, 'Guardado')).toContainText('R$')
  const completed = page.locator('details')
  if ((await completed.count()) > 0) await completed.locator('summary').click()
  const goals = (await page.getByRole('main').getByRole('listitem').allTextContents())
    .map((text) => amountsIn(text))
    .map(([current = 0, whole = current]) => ({ current, whole }))
  expect(await amountOf(summaryFigure(page, 'Guardado'))).toBe(sum(goals.map(({ current }) => current)))
  expect(await amountOf(summaryFigure(page, 'Valor total'))).toBe(sum(goals.map(({ whole }) => whole)))
  const counted = await Promise.all(
    ['Em andamento', 'Concluídas'].map(async (name) => Number(await summaryFigure(page, name).textContent())),
  )
  expect(counted).toEqual([
    goals.filter(({ current, whole }) => current < whole).length,
    goals.filter(({ current, whole }) => current >= whole).length,
  ])
}

async function fundAddsUp(page: Page): Promise<void> {
  await openFund(page)
  await expect(fundFigure(page, 'Falta Guardar')).toContainText('R$')
  await expect(page.getByText('Atualizando…')).toHaveCount(0)
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0)
  const held = await amountOf(fundStatus(page))
  const [perMonth = 0, whole = 0] = amountsIn((await target(page).getByText(/×/).textContent()) ?? '')
  const months = Number.parseInt((await target(page).getByText(/×/).textContent()) ?? '', 10)
  expect(months * perMonth).toBe(whole)
  expect(await amountOf(fundFigure(page, 'Falta Guardar'))).toBe(Math.max(0, whole - held))

  const moved = (await movements(page).allTextContents()).map(amountsIn)
  expect(moved[0]?.[1]).toBe(held)
  for (const [index, [amount = 0, left = 0]] of moved.entries()) expect(left - amount).toBe(moved[index + 1]?.[1] ?? 0)
}
