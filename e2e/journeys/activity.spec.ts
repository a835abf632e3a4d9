import { chooseInPalette } from '../keys.js'
import { callApi, day, reais, record, statusMessage, formatDate } from '../ledger.js'
import { signInNewPerson, openOverview } from '../people.js'
import { expect, test } from '../test.js'

test.beforeEach(signInNewPerson)

const entry = (page: import('@playwright/test').Page, text: string | RegExp) =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: text })

test('the history shows each change with its values, and an entry can be undone', { tag: '@phone' }, async ({ page }) => {
  const [sale] = await record(page, { description: 'Embalagens Aurora', amount: 368.7, type: 'expense' })
  await callApi(page, 'PUT', `/transactions/${sale?.id}`, { amount: 386.7 })
  await openOverview(page)
  await page.getByRole('button', { name: 'Mais', exact: true }).click()
  await page.getByRole('link', { name: 'Histórico' }).click()
  await expect(page).toHaveURL(/\/dashboard\/activity$/)

  const corrected = entry(page, 'Você corrigiu')
  await expect(corrected).toContainText(reais('368,70'))
  await expect(corrected).toContainText(reais('386,70'))
  await expect(corrected).toContainText('App')
  await expect(entry(page, 'Você criou a conta')).toContainText('Não dá para desfazer')
  await expect(entry(page, 'Você registrou')).toContainText(/mudou de novo hoje, (?:às|à) \d+h\d\d/)

  await corrected.getByRole('button', { name: 'Desfazer' }).click()
  await expect(statusMessage(page, 'Mudança desfeita')).toBeVisible()
  await expect(corrected).toContainText(/Desfeito hoje, (?:às|à) /)
  const undone = entry(page, 'Você desfez uma mudança em')
  await expect(undone.getByRole('button', { name: 'Desfazer' })).toBeVisible()
  const { transaction } = await callApi<{ transaction: { amount: number } }>(page, 'GET', `/transactions/${sale?.id}`)
  expect(transaction.amount).toBe(368.7)

  // The toast undoes the undo.
  await statusMessage(page, 'Mudança desfeita').getByRole('button', { name: 'Desfazer' }).click()
  await expect(undone.first()).toContainText(/Desfeito hoje, às|desfez/)
  await expect
    .poll(async () => (await callApi<{ transaction: { amount: number } }>(page, 'GET', `/transactions/${sale?.id}`)).transaction.amount)
    .toBe(386.7)
})

test('entries are filtered by the address, and older ones are loaded on request', { tag: ['@desktop', '@long'] }, async ({ page }) => {
  await test.step('entries are filtered by kind, month and entity', async () => {
    await record(page, { description: 'Bolo', amount: 10 }, { description: 'Torta', amount: 20 })
    await callApi(page, 'POST', '/tasks', { title: 'Ligar' })
    await openOverview(page)
    await chooseInPalette(page, 'histórico')
    await expect(entry(page, 'Ligar')).toBeVisible()
    await page.getByLabel('O que mudou').selectOption('Transações')
    await expect(page).toHaveURL(/que=transacoes/)
    await expect(entry(page, 'Ligar')).toHaveCount(0)
    await page.getByRole('link', { name: 'Torta' }).click()
    await expect(page).toHaveURL(/item=/)
    await expect(entry(page, 'Bolo')).toHaveCount(0)
    await page.reload()
    await expect(entry(page, 'Torta')).toBeVisible()
    await page.getByRole('button', { name: 'Tirar o filtro: Torta' }).click()
    await expect(entry(page, 'Bolo')).toBeVisible()
    await expect(page.getByLabel('O que mudou')).toBeFocused()
    await page.getByLabel('O que mudou').selectOption('Transações')
    await expect(entry(page, 'Ligar')).toHaveCount(0)
    await page.getByRole('button', { name: 'Limpar' }).click()
    await expect(entry(page, 'Ligar')).toBeVisible()
    await expect(page.getByLabel('O que mudou')).toBeFocused()
    await page.goto('/dashboard/activity?mes=2020-01')
    await expect(page.getByRole('heading', { name: 'Nada aconteceu aqui' })).toBeVisible()
    await page.getByRole('button', { name: 'Limpar filtros' }).click()
    await expect(entry(page, 'Ligar')).toBeVisible()
  })

  await test.step('older entries are loaded on request', async () => {
    await record(page, ...Array.from({ length: 60 }, (_, index) => ({ description: `Venda ${index + 1}`, amount: 1 })))
    await page.goto('/dashboard/activity')
    await expect(entry(page, 'Você registrou')).toHaveCount(50)
    await page.getByRole('button', { name: 'Ver mais antigos' }).click()
    await expect(entry(page, 'Você criou a conta')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Ver mais antigos' })).toHaveCount(0)
  })
})

test('a past day is shown read-only', { tag: '@phone' }, async ({ page }) => {
  await record(page, { description: 'Bolo', amount: 145.5 })
  await callApi(page, 'POST', '/goals', {
    title: 'Forno',
    targetAmount: 800,
    currentAmount: 200,
    deadline: day(30),
    category: 'Equipamentos',
    priority: 'high',
  })
  await callApi(page, 'POST', '/tasks', { title: 'Ligar para a Carla' })
  await page.goto('/dashboard/activity')
  await page.getByRole('button', { name: /omo estava em…/ }).click()
  await expect(page).toHaveURL(new RegExp(`em=${day(-1)}`))
  await expect(page.getByText('Ainda não havia nada na conta.')).toBeVisible()
  await expect(page.getByText('Só para ver. Aqui nada se altera.')).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Nova Transação' })).toHaveCount(0)

  await page.getByRole('button', { name: 'Dia seguinte' }).click()
  await expect(page).toHaveURL(new RegExp(`em=${day()}`))
  await expect(page.getByRole('progressbar', { name: 'Forno' })).toHaveAttribute('aria-valuenow', '25')
  await expect(
    page
      .getByRole('main')
      .getByRole('definition')
      .filter({ hasText: reais('145,50') }),
  ).toHaveCount(2)
  await page.getByRole('button', { name: 'Ver a lista daquele dia' }).click()
  await expect(page.getByRole('main')).toContainText('Ligar para a Carla')
  await expect(page.getByRole('main')).toContainText(formatDate(day()))
  await expect(page.getByRole('button', { name: 'Dia seguinte' })).toBeDisabled()
  await page.getByRole('button', { name: /^Voltar/ }).click()
  await expect(entry(page, 'Você criou a conta')).toBeVisible()
})
