import type { Locator, Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll, preferDark } from '../accessibility.js'
import { call, day, onPhone, record } from '../ledger.js'
import { register, signIn } from '../people.js'
import { expect, test } from '../test.js'

const NBSP = '\u00a0'
const reais = (text: string) => `R$${NBSP}${text}`

interface Fund {
  targetMonths: number
  monthlyExpenseAverage: number
  currentAmount: number
  targetAmount: number
}

interface Movement {
  kind: string
  amount: number
  description: string | null
  balance: number
}

test.beforeEach(async ({ page, request }) => {
  await signIn(page, await register(request))
})

async function openFund(page: Page, query = ''): Promise<void> {
  await page.goto(`/dashboard/emergency${query}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Reserva de Emergência' })).toBeAttached()
}

/** The fund of someone who saves for a while already; then the screen with it. */
async function withFund(page: Page, currentAmount: number, settings: Partial<Fund> = {}): Promise<void> {
  await call(page, 'PUT', '/emergency-fund', { currentAmount, ...settings })
  await openFund(page)
}

/** As the server has it. */
async function stored(page: Page): Promise<Fund | null> {
  return (await call<{ emergencyFund: Fund | null }>(page, 'GET', '/emergency-fund')).emergencyFund
}

async function storedMovements(page: Page): Promise<Movement[]> {
  return (await call<{ movements: Movement[] }>(page, 'GET', '/emergency-fund/movements')).movements
}

function standing(page: Page): Locator {
  return page.getByRole('region', { name: 'Situação da reserva' })
}

function figure(page: Page, label: string): Locator {
  return standing(page).locator('dl > div', { has: page.getByText(label, { exact: true }) }).locator('dd').first()
}

function target(page: Page): Locator {
  return page.getByRole('region', { name: 'Meta da reserva' })
}

function movements(page: Page): Locator {
  return page.getByRole('region', { name: 'Movimentações' }).getByRole('listitem')
}

function said(page: Page, text: string): Locator {
  return page.getByRole('status').filter({ hasText: text })
}

async function ask(page: Page, button: 'Adicionar' | 'Retirar'): Promise<Locator> {
  await standing(page).getByRole('button', { name: button }).click()
  const dialog = page.getByRole('dialog', { name: button === 'Adicionar' ? 'Adicionar à reserva' : 'Retirar da reserva' })
  await expect(dialog.getByLabel('Valor')).toBeFocused()
  return dialog
}

test('nothing yet: a first target, what it takes, and one thing to do', async ({ page }) => {
  await openFund(page)
  await expect(page).toHaveTitle('Reserva de Emergência · Prumo')
  await expect(standing(page)).toContainText('Vamos começar')
  await expect(standing(page)).toContainText(`Enquanto você não define a meta, ela é de ${reais('10.000,00')}.`)
  await expect(standing(page)).toContainText(reais('0,00'))
  await expect(figure(page, 'Falta Guardar')).toHaveText(reais('10.000,00'))
  await expect(figure(page, 'Tempo Estimado')).toHaveText('17 meses')
  await expect(standing(page).getByRole('button')).toHaveText(['Adicionar'])
  await expect(target(page).getByRole('radio', { name: '3 (recomendado)' })).toBeChecked()
  await expect(target(page).getByLabel('Média de despesas por mês')).toHaveValue('3.000,00')
  await expect(target(page)).toContainText(`Ao salvar, ela toma o lugar da meta inicial de ${reais('10.000,00')}.`)
  await expect(page.getByText('Nada entrou nem saiu ainda.')).toBeVisible()
  await expect(page.getByText('Tesouro Selic')).toBeVisible()
  expect(await stored(page)).toBeNull()
})

test('the menu leads here', async ({ page }) => {
  if (onPhone(page)) await page.getByRole('button', { name: 'Mais', exact: true }).click()
  await page.getByRole('link', { name: 'Reserva' }).click()
  await expect(page).toHaveURL(/\/dashboard\/emergency$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Reserva de Emergência' })).toBeFocused()
})

test('the target is months times the average, and is kept', async ({ page }) => {
  await openFund(page)
  await target(page).getByRole('button', { name: 'Salvar meta' }).click()
  await expect(said(page, 'Meta da reserva salva')).toBeVisible()
  await expect(standing(page)).toContainText(`0% da meta de ${reais('9.000,00')}, 3 meses de despesas.`)

  await target(page).getByText('6', { exact: true }).click()
  await target(page).getByLabel('Média de despesas por mês').fill('4500,5')
  await target(page).getByLabel('Média de despesas por mês').blur()
  await expect(target(page)).toContainText(`6 meses × ${reais('4.500,50')} = ${reais('27.003,00')}`)
  await target(page).getByRole('button', { name: 'Salvar meta' }).click()
  await expect(figure(page, 'Falta Guardar')).toHaveText(reais('27.003,00'))
  await expect.poll(async () => await stored(page)).toMatchObject({ targetMonths: 6, monthlyExpenseAverage: 4500.5, currentAmount: 0, targetAmount: 27_003 })

  await page.reload()
  await expect(target(page).getByRole('radio', { name: '6' })).toBeChecked()
  await expect(target(page).getByLabel('Média de despesas por mês')).toHaveValue('4.500,50')
})

test('an average that is no number becomes zero, in sight, and names no time', async ({ page }) => {
  await withFund(page, 100)
  const average = target(page).getByLabel('Média de despesas por mês')
  await average.fill('três mil')
  await average.blur()
  await expect(average).toHaveValue('0,00')
  await expect(said(page, `Sem um valor válido, a média fica em ${reais('0,00')}.`)).toBeVisible()
  await average.fill('')
  await average.press('Enter')
  await expect(average).toHaveValue('0,00')
  await expect(figure(page, 'Tempo Estimado')).toHaveText('—')
  await expect(standing(page)).toContainText('Informe quanto custa um mês para ter uma meta.')
  await expect.poll(async () => (await stored(page))?.monthlyExpenseAverage).toBe(0)
})

test('what was really spent counts before what is entered', async ({ page }) => {
  await record(page, { description: 'Aluguel', amount: 4680.6, type: 'expense' }, { description: 'Farinha', amount: 4680.6, type: 'expense', transactionDate: day(-40) })
  await withFund(page, 0, { monthlyExpenseAverage: 1000 })
  await expect(target(page)).toContainText(`Vale o que você gastou nos últimos 3 meses: ${reais('3.120,40')} por mês`)
  await expect(target(page)).toContainText(`3 meses × ${reais('3.120,40')} = ${reais('9.361,20')}`)
  await expect(figure(page, 'Falta Guardar')).toHaveText(reais('9.361,20'))
  await expect(target(page).getByLabel('Média de despesas por mês')).toHaveValue('1.000,00')
})

test('the first deposit begins the fund, and can be taken back', async ({ page }) => {
  await openFund(page)
  const dialog = await ask(page, 'Adicionar')
  for (const [wrong, text] of [['', 'Digite o valor'], ['0', 'O valor deve ser maior que zero'], ['abc', 'Digite um valor como 386,70']] as const) {
    await dialog.getByLabel('Valor').fill(wrong)
    await dialog.getByRole('button', { name: 'Adicionar' }).click()
    await expect(dialog.getByLabel('Valor')).toHaveAccessibleDescription(text)
  }
  await dialog.getByLabel('Valor').fill('300,5')
  await dialog.getByLabel('Descrição').fill('Sobra de novembro')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(standing(page).getByRole('button', { name: 'Adicionar' })).toBeFocused()
  await expect(said(page, `Depósito de ${reais('300,50')}`)).toBeVisible()
  await expect(figure(page, 'Falta Guardar')).toHaveText(reais('8.699,50'))
  await expect(figure(page, 'Gasto seguro sugerido')).toHaveText(reais('30,05'))
  await expect(movements(page)).toHaveCount(1)
  await expect(movements(page)).toContainText('Sobra de novembro')
  await expect(movements(page)).toContainText(`+${reais('300,50')}`)
  await expect(movements(page)).toContainText(`Ficou ${reais('300,50')}`)
  await expect.poll(async () => await stored(page)).toMatchObject({ targetMonths: 3, currentAmount: 300.5, targetAmount: 9000 })

  await page.getByRole('button', { name: 'Desfazer' }).click()
  await expect(figure(page, 'Falta Guardar')).toHaveText(reais('9.000,00'))
  await expect(movements(page)).toHaveCount(2)
  await expect(movements(page).first()).toContainText('Ajuste')
  await expect(movements(page).first()).toContainText(`-${reais('300,50')}`)
  await expect.poll(async () => (await stored(page))?.currentAmount).toBe(0)
})

test('what is missing is one tap away, and the weight touches the ground', async ({ page }) => {
  await withFund(page, 8613.3)
  const gauge = standing(page).getByRole('progressbar', { name: 'Reserva de Emergência' })
  await expect(gauge).toHaveAttribute('aria-valuetext', `95,7 por cento, ${reais('8.613,30')} de ${reais('9.000')}`)
  const dialog = await ask(page, 'Adicionar')
  await dialog.getByRole('button', { name: `Tudo o que falta: ${reais('386,70')}` }).click()
  await expect(dialog.getByLabel('Valor')).toHaveValue('386,70')
  await dialog.getByRole('button', { name: 'Adicionar', exact: true }).click()
  await expect(standing(page)).toContainText('Meta alcançada')
  await expect(standing(page)).toContainText(`A reserva cobre 3 meses de despesas: ${reais('9.000,00')}.`)
  await expect(figure(page, 'Tempo Estimado')).toHaveText('0 meses')
  await expect(gauge).toHaveAttribute('aria-valuenow', '100')
})

test('the message follows the percent', async ({ page }) => {
  for (const [amount, message] of [[2249.99, 'Vamos começar'], [2250, 'Progresso sólido'], [6750, 'Quase lá'], [9000, 'Meta alcançada']] as const) {
    await withFund(page, amount)
    await expect(standing(page).getByRole('heading', { level: 3 })).toHaveText(message)
  }
})

test('a withdrawal takes out down to nothing, never more, and says so at the field', async ({ page }) => {
  await withFund(page, 4350)
  const dialog = await ask(page, 'Retirar')
  await dialog.getByLabel('Valor').fill('4350,01')
  await dialog.getByRole('button', { name: 'Retirar' }).click()
  await expect(dialog.getByLabel('Valor')).toHaveAccessibleDescription(`Você tem ${reais('4.350,00')} na reserva.`)
  await expect(dialog.getByLabel('Valor')).toBeFocused()
  await dialog.getByLabel('Valor').fill('950')
  await dialog.getByLabel('Descrição').fill('Conserto do freezer')
  await dialog.getByRole('button', { name: 'Retirar' }).click()
  await expect(said(page, `Retirada de ${reais('950,00')}`)).toBeVisible()
  await expect(movements(page).first()).toContainText('Conserto do freezer')
  await expect(movements(page).first()).toContainText(`-${reais('950,00')}`)
  await expect(figure(page, 'Falta Guardar')).toHaveText(reais('5.600,00'))
  await expect.poll(async () => await storedMovements(page)).toMatchObject([
    { kind: 'withdrawal', amount: 950, description: 'Conserto do freezer', balance: 3400 },
    { kind: 'adjustment', amount: 4350, balance: 4350 },
  ])

  await page.getByRole('button', { name: 'Desfazer' }).click()
  await expect(figure(page, 'Falta Guardar')).toHaveText(reais('4.650,00'))
  await expect.poll(async () => (await stored(page))?.currentAmount).toBe(4350)
})

test('a withdrawal that lost the race is taken back with the words of the server, and offered again', async ({ page }) => {
  await withFund(page, 500)
  await expect(figure(page, 'Falta Guardar')).toHaveText(reais('8.500,00'))
  const dialog = await ask(page, 'Retirar')
  await dialog.getByLabel('Valor').fill('400')
  await dialog.getByLabel('Descrição').fill('Gás')
  await call(page, 'POST', '/emergency-fund/withdraw', { amount: 300 })
  await dialog.getByRole('button', { name: 'Retirar' }).click()
  await expect(said(page, `A retirada de ${reais('400,00')} não foi feita. Você tem ${reais('200,00')} na reserva.`)).toBeVisible()
  await expect(figure(page, 'Falta Guardar')).toHaveText(reais('8.800,00'))
  await expect(movements(page)).toHaveCount(2)
  expect((await stored(page))?.currentAmount).toBe(200)

  await page.getByRole('button', { name: 'Revisar' }).click()
  await expect(dialog.getByLabel('Valor')).toHaveValue('400,00')
  await expect(dialog.getByLabel('Descrição')).toHaveValue('Gás')
  await dialog.getByRole('button', { name: `Tudo: ${reais('200,00')}` }).click()
  await dialog.getByRole('button', { name: 'Retirar', exact: true }).click()
  await expect.poll(async () => (await stored(page))?.currentAmount).toBe(0)
})

test('a dialog is a step that the way back undoes', async ({ page }) => {
  await withFund(page, 500)
  const dialog = await ask(page, 'Retirar')
  await expect(page).toHaveURL(/\?retirar=1$/)
  await page.goBack()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(/\/dashboard\/emergency$/)
  await page.goto('/dashboard/emergency?adicionar=1')
  await expect(page.getByRole('dialog', { name: 'Adicionar à reserva' })).toBeVisible()
})

test('the older movements come when they are asked for', async ({ page }) => {
  for (let amount = 1; amount <= 21; amount += 1) await call(page, 'POST', '/emergency-fund/add', { amount })
  await openFund(page)
  await expect(movements(page)).toHaveCount(20)
  await expect(movements(page).first()).toContainText(`+${reais('21,00')}`)
  await page.getByRole('button', { name: 'Mostrar mais' }).click()
  await expect(movements(page)).toHaveCount(21)
  await expect(movements(page).last()).toContainText(`+${reais('1,00')}`)
  await expect(page.getByRole('button', { name: 'Mostrar mais' })).toHaveCount(0)
})

test('what was computed before the last event says of when it is, until it is computed anew', async ({ page }) => {
  await page.route('**/api/emergency-fund/analysis', async (route) => {
    const response = await route.fetch()
    const { analysis } = (await response.json()) as { analysis: object }
    await route.fulfill({ response, json: { analysis: { ...analysis, computedAt: '2026-11-19T17:32:00.000Z', stale: true } } })
  })
  await page.clock.setFixedTime(new Date('2026-11-20T12:00:00.000Z'))
  await withFund(page, 500)
  await expect(page.getByText('Média de despesas calculada em 19/11/2026 às 14:32. Atualizando…')).toBeVisible()
  await expect(figure(page, 'Falta Guardar')).toHaveText(reais('8.500,00'))
  await page.unrouteAll({ behavior: 'wait' })
  await expect(page.getByText(/Atualizando…/)).toHaveCount(0)
})

test('an expense recorded elsewhere moves the target of the fund', async ({ page }) => {
  await withFund(page, 0, { monthlyExpenseAverage: 1000 })
  await expect(figure(page, 'Falta Guardar')).toHaveText(reais('3.000,00'))
  await record(page, { description: 'Aluguel', amount: 6000, type: 'expense' })
  await page.goBack()
  await page.goForward()
  await expect(figure(page, 'Falta Guardar')).toHaveText(reais('6.000,00'))
  await expect(figure(page, 'Tempo Estimado')).toHaveText('15 meses')
})

test('a failed load keeps the frame and is tried again', async ({ page }) => {
  const refusal = { status: 400, json: { error: 'x', code: 'VALIDATION' } }
  await page.route(/\/api\/emergency-fund$/, (route) => route.fulfill(refusal))
  await page.route('**/api/emergency-fund/movements*', (route) => route.fulfill(refusal))
  await openFund(page)
  await expect(page.getByRole('alert').filter({ hasText: 'Não conseguimos carregar a reserva.' })).toBeVisible()
  await expect(page.getByRole('alert').filter({ hasText: 'Não conseguimos carregar as movimentações.' })).toBeVisible()
  await expectAccessible(page)
  await page.unrouteAll()
  for (const what of ['a reserva', 'as movimentações']) await page.getByRole('alert').filter({ hasText: what }).getByRole('button', { name: 'Tentar de novo' }).click()
  await expect(standing(page)).toContainText('Vamos começar')
  await expect(page.getByText('Nada entrou nem saiu ainda.')).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('all of it by keyboard: from the palette to the undone withdrawal', { tag: '@keyboard' }, async ({ page }) => {
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Buscar ou ir para' })).toBeFocused()
  await page.keyboard.type('adicionar reserva')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Adicionar à reserva' }).getByLabel('Valor')).toBeFocused()
  await page.keyboard.type('1000')
  await page.keyboard.press('Enter')
  await expect(figure(page, 'Falta Guardar')).toHaveText(reais('8.000,00'))

  await standing(page).getByRole('button', { name: 'Adicionar' }).focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Retirar da reserva' }).getByLabel('Valor')).toBeFocused()
  await page.keyboard.type('250')
  await page.keyboard.press('Enter')
  await expect(figure(page, 'Falta Guardar')).toHaveText(reais('8.250,00'))
  await expect(standing(page).getByRole('button', { name: 'Retirar' })).toBeFocused()
  await page.keyboard.press('Control+z')
  await expect(figure(page, 'Falta Guardar')).toHaveText(reais('8.000,00'))

  await page.keyboard.press('Tab')
  await expect(target(page).getByRole('radio', { name: '3 (recomendado)' })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('2000')
  await page.keyboard.press('Enter')
  await expect(figure(page, 'Falta Guardar')).toHaveText(reais('11.000,00'))

  await page.keyboard.press('Tab')
  await page.keyboard.press('g')
  await page.keyboard.press('v')
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.keyboard.press('g')
  await page.keyboard.press('r')
  await expect(page).toHaveURL(/\/dashboard\/emergency$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Atalhos do teclado' })).toContainText('Ir para Reserva')
})

for (const scheme of ['light', 'dark'] as const) {
  test(`accessible in every state, ${scheme}`, { tag: `@${scheme}` }, async ({ page }) => {
    if (scheme === 'dark') await preferDark(page)
    await openFund(page)
    await expect(standing(page)).toContainText('Vamos começar')
    await expectAccessible(page)
    await withFund(page, 4350)
    await target(page).getByLabel('Média de despesas por mês').fill('x')
    await target(page).getByLabel('Média de despesas por mês').blur()
    await expect(movements(page)).toHaveCount(1)
    await expectAccessible(page)
    const dialog = await ask(page, 'Retirar')
    await dialog.getByRole('button', { name: 'Retirar' }).click()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Cancelar' }).click()
    await withFund(page, 9000)
    await expect(standing(page)).toContainText('Meta alcançada')
    await expectAccessible(page)
  })
}

test('fits 320 pixels, with text twice as large too', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  const average = 999_999_999.99
  await withFund(page, average, { targetMonths: 12, monthlyExpenseAverage: average })
  await expect(figure(page, 'Falta Guardar')).toHaveText(reais('10.999.999.999,89'))
  await expect(movements(page)).toHaveCount(1)
  await expectNoSidewaysScroll(page)
  await page.addStyleTag({ content: 'html { font-size: 200% }' })
  await expectNoSidewaysScroll(page)
  await ask(page, 'Retirar')
  await expectNoSidewaysScroll(page)
})
