import { callApi, day, edit, expectCached, NBSP, parkedPanel, record, rowOf } from '../../ledger.js'
import { signInNewPerson } from '../../people.js'
import { expect, test } from '../../test.js'
import { answerList, figure, openList, openNew } from './transactions-page.js'

test.beforeEach(signInNewPerson)

test('a refused change is rolled back with its reason, and is not lost', { tag: '@long' }, async ({ page }) => {
  await openList(page)
  await page.route('**/api/transactions', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 400, json: { error: 'Dados inválidos', code: 'VALIDATION' } })
      : route.fallback(),
  )
  const sheet = await openNew(page)
  await sheet.getByLabel('Valor').fill('386,70')
  await sheet.getByLabel('Descrição').fill('Embalagens Aurora')
  await page.keyboard.press('Enter')
  await expect(parkedPanel(page)).toContainText('1 lançamento não foi aceito')
  await expect(rowOf(page, 'Embalagens Aurora')).toHaveCount(0)
  await expect(figure(page, 'Saldo')).toHaveText(`R$${NBSP}0,00`)

  await page.unrouteAll()
  await parkedPanel(page).getByRole('link', { name: 'Revisar' }).click()
  await expect(page.getByRole('main')).toContainText('Dados inválidos')
  await page.getByRole('button', { name: 'Corrigir Embalagens Aurora' }).click()
  await expect(sheet.getByLabel('Valor')).toHaveValue('386,70')
  await expect(sheet.getByLabel('Descrição')).toHaveValue('Embalagens Aurora')
  await sheet.getByRole('button', { name: 'Salvar' }).click()
  await expect(rowOf(page, 'Embalagens Aurora')).toContainText('Realizada')
  await expect.poll(async () => (await stored(page)).map(({ description }) => description)).toEqual(['Embalagens Aurora'])
})

test('a refused answer leaves the row as the account has it, marked', { tag: '@long' }, async ({ page }) => {
  await record(page, { description: 'Cesta corporativa', amount: 980, isScheduled: true }, { description: 'Venda', amount: 10 })
  await openList(page)
  await page.route('**/api/transactions/*', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 400, json: { error: 'Dados inválidos', code: 'VALIDATION' } })
      : route.fallback(),
  )
  const row = rowOf(page, 'Cesta corporativa')
  await row.getByRole('button', { name: /^Confirmar/ }).click()
  await page.getByRole('button', { name: 'Sim, Recebido' }).click()
  await expect(parkedPanel(page)).toContainText('1 lançamento não foi aceito')
  await expect(row).toContainText('Sua mudança não entrou')
  await expect(row.getByRole('button', { name: /^Confirmar/ })).toBeVisible()
  await expect(rowOf(page, 'Venda')).not.toContainText('Sua mudança não entrou')
  await expect(figure(page, 'Saldo')).toHaveText(`R$${NBSP}10,00`)
  await parkedPanel(page).getByRole('link', { name: 'Revisar' }).click()
  await expect(page.getByRole('main')).toContainText('Dados inválidos')
  await expect(page.getByRole('button', { name: 'Tentar de novo Cesta corporativa' })).toBeVisible()
})

test('a temporary failure queues the command, says so, and sends it later', { tag: '@long' }, async ({ page }) => {
  await record(page, { description: 'Venda', amount: 10 })
  await openList(page)
  let failures = 0
  await page.route('**/api/transactions/*', (route) => {
    if (route.request().method() !== 'PUT' || failures === 2) return route.fallback()
    failures += 1
    return route.fulfill({ status: 503, json: { error: 'x', code: 'UNAVAILABLE' } })
  })
  const sheet = await edit(page, 'Venda')
  await sheet.getByLabel('Valor').fill('15')
  await page.keyboard.press('Enter')
  await expect(rowOf(page, 'Venda')).toContainText('Aguardando envio')
  await expect(figure(page, 'Saldo')).toHaveText(`R$${NBSP}15,00`)
  await expect(rowOf(page, 'Venda')).not.toContainText('Aguardando envio')
  expect((await stored(page))[0]?.amount).toBe(15)
})

test(
  'a name changed on a form from before another device’s change of the amount keeps both changes',
  { tag: '@long' },
  async ({ page }) => {
    const [sale] = await record(page, { description: 'Venda', amount: 10 })
    await openList(page)
    const sheet = await edit(page, 'Venda')
    await callApi(page, 'PUT', `/transactions/${sale?.id}`, { amount: 15 })
    // The open form is unchanged.
    await expect(figure(page, 'Saldo')).toHaveText(`R$${NBSP}15,00`)
    await expect(sheet.getByLabel('Valor')).toHaveValue('10,00')
    await sheet.getByLabel('Descrição').fill('Venda grande')
    await page.keyboard.press('Enter')
    await expect(rowOf(page, 'Venda grande')).toContainText(`+R$${NBSP}15,00`)
    await expect.poll(async () => (await stored(page))[0]).toMatchObject({ description: 'Venda grande', amount: 15 })
  },
)

test('a field that changed elsewhere meanwhile, and a deleted transaction, are not overwritten', { tag: '@long' }, async ({ page }) => {
  const [sale, rent] = await record(page, { description: 'Venda', amount: 10 }, { description: 'Aluguel', amount: 20, type: 'expense' })
  await openList(page)
  const sheet = await edit(page, 'Venda')
  await callApi(page, 'PUT', `/transactions/${sale?.id}`, { amount: 15 })
  await sheet.getByLabel('Valor').fill('12')
  await page.keyboard.press('Enter')
  await expect(parkedPanel(page)).toContainText('1 lançamento não foi aceito')
  await expect(rowOf(page, 'Venda')).toContainText(`+R$${NBSP}15,00`)
  await expect(rowOf(page, 'Venda')).toContainText('Sua mudança não entrou')
  expect((await stored(page)).find(({ id }) => id === sale?.id)?.amount).toBe(15)

  await edit(page, 'Aluguel')
  await callApi(page, 'DELETE', `/transactions/${rent?.id}`)
  await page.getByLabel('Valor').fill('30')
  await page.keyboard.press('Enter')
  await expect(parkedPanel(page)).toContainText('2 lançamentos não foram aceitos')
  await expect(rowOf(page, 'Aluguel')).toHaveCount(0)
  await parkedPanel(page).getByRole('link', { name: 'Revisar' }).click()
  await expect(page.getByRole('main')).toContainText(/Valor mudou em outro aparelho/)
  await expect(page.getByRole('button', { name: 'Comparar Venda' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('Transação original não encontrada.')
  await page.getByRole('button', { name: 'Corrigir Aluguel' }).click()
  await expect(sheet).toContainText('Transação original não encontrada. Ao salvar, ela entra como nova.')
  await expect(sheet.getByLabel('Valor')).toHaveValue('30,00')
  await sheet.getByRole('button', { name: 'Salvar' }).click()
  await expect(rowOf(page, 'Aluguel')).toContainText(`-R$${NBSP}30,00`)
})

test('a list that does not load keeps the frame and can be retried', { tag: '@long' }, async ({ page }) => {
  await page.route('**/api/transactions?*', (route) =>
    route.fulfill({ status: 404, json: { error: 'Recurso não encontrado.', code: 'NOT_FOUND' } }),
  )
  await openList(page)
  await expect(page.getByText('Não conseguimos carregar as transações.')).toBeVisible()
  await expect(page.getByRole('search').getByRole('button', { name: 'Filtros' })).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Tentar de novo' }).click()
  await expect(page.getByRole('heading', { name: 'Nenhuma transação encontrada' })).toBeVisible()
})

test('a failed refresh keeps what is shown, and says so beside it', { tag: '@long' }, async ({ page }) => {
  await record(page, { description: 'Venda', amount: 10 })
  await openList(page)
  await expectCached(page, 'transaction list', 'Venda')
  await expectCached(page, 'transaction summary', '"income":10')
  await page.route('**/api/transactions**', (route) => route.fulfill({ status: 400, json: { error: 'x', code: 'VALIDATION' } }))
  await page.reload()
  await expect(page.getByText(/^Não conseguimos atualizar\. Dados da conta até as? \d+h\d\d de hoje\.$/)).toBeVisible()
  await expect(rowOf(page, 'Venda')).toBeVisible()
  await expect(figure(page, 'Saldo')).toHaveText(`R$${NBSP}10,00`)
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Tentar de novo' }).click()
  await expect(page.getByText('Não conseguimos atualizar.')).toBeHidden()
})

test('further rows that fail to load can be requested again', { tag: '@long' }, async ({ page }) => {
  const rows = Array.from({ length: 130 }, (_, index) => ({
    id: `01890000-0000-7000-8000-${String(index).padStart(12, '0')}`,
    userId: '01890000-0000-7000-8000-000000000000',
    description: `Lançamento ${index + 1}`,
    amount: 10,
    type: 'income',
    category: null,
    date: day(-Math.floor(index / 8)),
    isScheduled: false,
    isConfirmed: true,
    isReceived: true,
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
    version: 1,
  }))
  let isBroken = true
  let asked = 0
  await page.route('**/api/transactions?*', async (route) => {
    const isNext = new URL(route.request().url()).searchParams.has('cursor')
    if (isNext) asked += 1
    if (isNext && isBroken) return route.fulfill({ status: 400, json: { error: 'x', code: 'VALIDATION' } })
    const answer = isNext ? { transactions: rows.slice(100), nextCursor: null } : { transactions: rows.slice(0, 100), nextCursor: 'next' }
    return answerList(route, answer)
  })
  await openList(page)
  await expect(page.getByText('Mais de 100 transações')).toBeVisible()
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
  await expect(page.getByText('Não conseguimos carregar mais transações.')).toBeVisible()
  await expect(page.getByText('Não conseguimos atualizar.')).toHaveCount(0)
  const before = asked
  await page.waitForTimeout(1000)
  expect(asked).toBe(before)
  isBroken = false
  await page.getByRole('button', { name: 'Tentar de novo' }).click()
  await expect(page.getByText('130 transações', { exact: true })).toBeVisible()
})

/** The transactions on the server. */
async function stored(page: Parameters<typeof callApi>[0]) {
  return (await callApi<{ transactions: { id: string; description: string; amount: number }[] }>(page, 'GET', '/transactions')).transactions
}
