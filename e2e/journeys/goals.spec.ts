import type { Locator, Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll, preferDark } from '../accessibility.js'
import { call, day, onPhone, written } from '../ledger.js'
import { register, signIn } from '../people.js'
import { expect, test } from '../test.js'

const NBSP = '\u00a0'
const reais = (text: string) => `R$${NBSP}${text}`

interface Goal {
  title: string
  targetAmount: number
  currentAmount: number
  completed: boolean
}

test.beforeEach(async ({ page, request }) => {
  await signIn(page, await register(request))
})

/** Goals of someone who saves for a while already; then the screen with them. */
async function withGoals(page: Page, ...goals: { title: string; target?: number; current?: number; in?: number }[]): Promise<void> {
  for (const { title, target = 8000, current = 0, in: days = 30 } of goals) {
    await call(page, 'POST', '/goals', { title, targetAmount: target, currentAmount: current, deadline: day(days), category: 'Equipamentos' })
  }
  await openGoals(page)
}

async function openGoals(page: Page, query = ''): Promise<void> {
  await page.goto(`/dashboard/goals${query}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Metas Financeiras' })).toBeAttached()
}

/** As the server has them. */
async function stored(page: Page): Promise<Goal[]> {
  return (await call<{ goals: Goal[] }>(page, 'GET', '/goals')).goals
}

function active(page: Page): Locator {
  return page.getByRole('region', { name: 'Metas em Andamento' })
}

function row(page: Page, title: string): Locator {
  return page.getByRole('main').getByRole('listitem').filter({ has: page.getByRole('heading', { name: title, exact: true }) })
}

async function addProgress(page: Page, title: string): Promise<Locator> {
  await page.getByRole('button', { name: `Adicionar Progresso em ${title}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Adicionar Progresso' })
  await expect(dialog.getByLabel('Valor')).toBeFocused()
  return dialog
}

async function fillDeadline(page: Page, scope: Locator, date: string): Promise<void> {
  await scope.getByLabel('Prazo').fill(onPhone(page) ? date : written(date))
}

/** How long each swing of the bob lasts, from now on. */
async function watchSwings(page: Page): Promise<() => Promise<number[]>> {
  await page.evaluate(() => {
    const swings: number[] = []
    document.addEventListener('animationstart', ({ target }) => {
      if (target instanceof SVGElement) swings.push(...target.getAnimations().map(({ effect }) => Number(effect?.getTiming().duration)))
    })
    Object.assign(window, { swings })
  })
  return () => page.evaluate(() => (window as unknown as { swings: number[] }).swings)
}

function said(page: Page, text: string): Locator {
  return page.getByRole('status').filter({ hasText: text })
}

function count(page: Page, label: string): Locator {
  return page.getByRole('region', { name: 'Resumo das metas' }).locator('div', { has: page.getByText(label, { exact: true }) }).last().locator('dd')
}

test('the first goal is named and valued in the list itself', async ({ page }) => {
  await openGoals(page)
  await expect(page.getByRole('heading', { name: 'Nenhuma meta criada' })).toBeVisible()
  await expect(page.getByText('Dê nome e valor ao próximo passo.')).toBeVisible()
  await page.getByRole('button', { name: 'Nova meta' }).click()

  const form = page.getByRole('form', { name: 'Nova meta' })
  await expect(form.getByLabel('Título')).toBeFocused()
  await form.getByLabel('Título').fill('Forno de lastro')
  await form.getByLabel('Valor da meta').fill('8000')
  await form.getByLabel('Valor atual').fill('5.200,00')
  await fillDeadline(page, form, day(42))
  await form.getByLabel('Categoria').selectOption('Equipamentos')
  await expect(form.getByRole('radio', { name: 'Média' })).toBeChecked()
  await form.getByText('Alta').click()
  await form.getByRole('button', { name: 'Salvar' }).click()

  const goal = row(page, 'Forno de lastro')
  await expect(goal).toContainText('65%')
  await expect(goal).toContainText(`${reais('5.200,00')} de ${reais('8.000,00')}`)
  await expect(goal).toContainText('Faltam 42 dias')
  await expect(goal).toContainText('Equipamentos · Prioridade alta')
  await expect(goal.getByRole('button', { name: 'Editar Forno de lastro' })).toBeFocused()
  await expect(said(page, 'Meta criada')).toBeVisible()
  await expect(count(page, 'Em andamento')).toHaveText('1')
  await expect(count(page, 'Valor total')).toHaveText(reais('8.000,00'))

  await page.reload()
  await expect(goal.getByRole('progressbar')).toHaveAttribute('aria-valuetext', `65 por cento, ${reais('5.200')} de ${reais('8.000')}. Hoje deveria estar em 0 por cento`)
})

test('what is missing is said at the fields, in the order of the form', async ({ page }) => {
  await openGoals(page, '?nova=1')
  const form = page.getByRole('form', { name: 'Nova meta' })
  await form.getByRole('button', { name: 'Salvar' }).click()
  await expect(form.getByLabel('Título')).toBeFocused()
  await expect(form.getByLabel('Título')).toHaveAccessibleDescription('Digite um título')
  await expect(form.getByLabel('Valor da meta')).toHaveAccessibleDescription('Digite o valor')
  await expect(form.getByLabel('Prazo')).toHaveAccessibleDescription('Escolha uma data')
  await expect(form.getByLabel('Categoria')).toHaveAccessibleDescription('Escolha uma categoria')
  await form.getByLabel('Título').fill('Forno')
  await expect(form.getByLabel('Título')).not.toHaveAccessibleDescription(/./)
  await form.getByLabel('Valor atual').fill('doze')
  await form.getByRole('button', { name: 'Salvar' }).click()
  await expect(form.getByLabel('Valor da meta')).toBeFocused()
  await expect(form.getByLabel('Valor atual')).toHaveAccessibleDescription('Digite um valor como 386,70')
  await form.getByRole('button', { name: 'Cancelar' }).click()
  await expect(page).toHaveURL(/\/dashboard\/goals$/)
  await expect(page.getByRole('button', { name: 'Nova meta' })).toBeFocused()
})

test('the next deadline comes first, and what is late says so', async ({ page }) => {
  await withGoals(page, { title: 'Longe', in: 42 }, { title: 'Atrasada', in: -3 }, { title: 'Hoje', in: 0 }, { title: 'Amanhã', in: 1 })
  await expect(active(page).getByRole('heading', { level: 3 })).toHaveText(['Atrasada', 'Hoje', 'Amanhã', 'Longe'])
  await expect(row(page, 'Atrasada')).toContainText('3 dias de atraso')
  await expect(row(page, 'Atrasada')).toContainText('Esta meta está em atraso')
  await expect(row(page, 'Hoje')).toContainText('Vence hoje')
  await expect(row(page, 'Hoje')).not.toContainText('em atraso')
  await expect(row(page, 'Amanhã')).toContainText('Falta 1 dia')
  await expect(row(page, 'Longe')).toContainText('Faltam 42 dias')
  await page.getByRole('button', { name: 'Avisos: 1 pendência' }).click()
  await expect(page.getByRole('link', { name: /Atrasada/ })).toContainText('Meta com 3 dias de atraso')
})

test('the mark shows where a goal should be by the day that it is', async ({ page }) => {
  await withGoals(page, { title: 'Forno', current: 1000, in: 20 })
  await page.clock.setFixedTime(new Date(Date.now() + 5 * 86_400_000))
  await page.reload()
  await expect(row(page, 'Forno')).toContainText('Faltam 15 dias')
  await expect(row(page, 'Forno').getByRole('progressbar')).toHaveAttribute('aria-valuetext', /Hoje deveria estar em 25 por cento$/)
})

test('progress adds up, with a comma too, and can be taken back', async ({ page }) => {
  await withGoals(page, { title: 'Forno', current: 5200 })
  const dialog = await addProgress(page, 'Forno')
  for (const wrong of ['', 'abc', '0', '-5', '1,234']) {
    await dialog.getByLabel('Valor').fill(wrong)
    await dialog.getByRole('button', { name: 'Adicionar' }).click()
    await expect(dialog.getByLabel('Valor')).toHaveAccessibleDescription('Digite um valor válido.')
  }
  await dialog.getByLabel('Valor').fill('300,5')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(row(page, 'Forno')).toContainText(`${reais('5.500,50')} de ${reais('8.000,00')}`)
  await expect(said(page, `${reais('300,50')} a mais em Forno`)).toBeVisible()
  await expect.poll(async () => (await stored(page))[0]?.currentAmount).toBe(5500.5)

  await page.getByRole('button', { name: 'Desfazer' }).click()
  await expect(row(page, 'Forno')).toContainText(`${reais('5.200,00')} de ${reais('8.000,00')}`)
  await expect.poll(async () => (await stored(page))[0]?.currentAmount).toBe(5200)
})

test('more than is missing is not applied, and the goal comes to rest among the completed', async ({ page }) => {
  await withGoals(page, { title: 'Forno', current: 5200 }, { title: 'Curso', target: 1900 })
  const swings = await watchSwings(page)
  const dialog = await addProgress(page, 'Forno')
  await dialog.getByLabel('Valor').fill('5000')
  await expect(dialog.getByText(`O que passar de ${reais('2.800,00')} não entra.`)).toBeVisible()
  await dialog.getByRole('button', { name: 'Adicionar' }).click()

  await expect(said(page, `Meta concluída: Forno. Aplicado: ${reais('2.800,00')} de ${reais('5.000,00')}`)).toBeVisible()
  await expect(active(page)).toContainText('Meta concluída')
  await expect(active(page).getByRole('heading', { level: 3 })).toHaveText(['Curso'])
  await expect(count(page, 'Concluídas')).toHaveText('1')
  expect(await swings()).toEqual([900])
  await expect(row(page, 'Forno')).toBeHidden()
  await page.getByText('Metas Concluídas').click()
  await expect(row(page, 'Forno')).toContainText(reais('8.000,00'))
  expect((await stored(page)).find(({ title }) => title === 'Forno')).toMatchObject({ currentAmount: 8000, completed: true })
})

test('what is missing is one tap away', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await withGoals(page, { title: 'Forno', target: 386.7, current: 86.6 })
  const swings = await watchSwings(page)
  const dialog = await addProgress(page, 'Forno')
  await dialog.getByRole('button', { name: `Tudo o que falta: ${reais('300,10')}` }).click()
  await expect(dialog.getByLabel('Valor')).toHaveValue('300,10')
  await dialog.getByRole('button', { name: 'Adicionar' }).click()
  await expect(said(page, `Meta concluída: Forno, com ${reais('300,10')} a mais`)).toBeVisible()
  await expect(page.getByText('Nenhuma meta em andamento.')).toBeVisible()
  // Nothing swings for those who asked for stillness.
  expect(await swings()).toEqual([])
})

test('a goal is edited where it stands, and lands where its deadline puts it', async ({ page }) => {
  await withGoals(page, { title: 'Forno', in: 10 }, { title: 'Curso', in: 20 })
  await page.getByRole('button', { name: 'Editar Forno' }).click()
  const form = page.getByRole('form', { name: 'Editar Forno' })
  await expect(form.getByLabel('Título')).toBeFocused()
  await expect(form.getByLabel('Valor da meta')).toHaveValue('8.000,00')
  await form.getByLabel('Título').fill('Forno novo')
  await fillDeadline(page, form, day(30))
  await form.getByRole('button', { name: 'Salvar' }).click()
  await expect(active(page).getByRole('heading', { level: 3 })).toHaveText(['Curso', 'Forno novo'])
  await expect(said(page, 'Alteração salva')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Editar Forno novo' })).toBeFocused()

  await page.getByRole('button', { name: 'Editar Curso' }).click()
  await page.goBack()
  await expect(page.getByRole('form')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Editar Curso' })).toBeFocused()
})

test('a completed goal with a higher target is active again', async ({ page }) => {
  await withGoals(page, { title: 'Forno', current: 8000 })
  await page.getByText('Metas Concluídas').click()
  await page.getByRole('button', { name: 'Editar Forno' }).click()
  const form = page.getByRole('form', { name: 'Editar Forno' })
  await form.getByLabel('Valor da meta').fill('10000')
  await form.getByRole('button', { name: 'Salvar' }).click()
  await expect(active(page).getByRole('heading', { level: 3 })).toHaveText(['Forno'])
  await expect(row(page, 'Forno')).toContainText('80%')
})

test('a deletion is asked about, named, and can be taken back', async ({ page }) => {
  await withGoals(page, { title: 'Forno', current: 5200 }, { title: 'Curso' })
  await page.getByRole('button', { name: 'Excluir Forno' }).click()
  const dialog = page.getByRole('dialog', { name: `Excluir Forno, ${reais('5.200,00')} de ${reais('8.000,00')}` })
  await expect(dialog).toContainText('Tem certeza que deseja excluir esta meta?')
  await expect(dialog.getByRole('button', { name: 'Cancelar' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Excluir Forno' })).toBeFocused()

  await page.getByRole('button', { name: 'Excluir Forno' }).click()
  await dialog.getByRole('button', { name: 'Excluir' }).click()
  await expect(row(page, 'Forno')).toHaveCount(0)
  await expect(said(page, 'Meta excluída')).toBeVisible()
  await expect.poll(async () => (await stored(page)).length).toBe(1)
  await page.getByRole('button', { name: 'Desfazer' }).click()
  await expect(row(page, 'Forno')).toContainText('65%')
  await expect.poll(async () => (await stored(page)).length).toBe(2)
})

test('what the server refuses is taken back, and what was typed is offered again', async ({ page }) => {
  await withGoals(page, { title: 'Curso' })
  const refusal = { status: 400, json: { error: 'Dados inválidos', code: 'VALIDATION' } }
  await page.route('**/api/goals', (route) => (route.request().method() === 'POST' ? route.fulfill(refusal) : route.fallback()))
  await page.getByRole('button', { name: 'Nova meta' }).click()
  const form = page.getByRole('form', { name: 'Nova meta' })
  await form.getByLabel('Título').fill('Forno')
  await form.getByLabel('Valor da meta').fill('8000')
  await fillDeadline(page, form, day(42))
  await form.getByLabel('Categoria').selectOption('Outros')
  await form.getByRole('button', { name: 'Salvar' }).click()
  await expect(said(page, 'A meta Forno não foi salva. Dados inválidos')).toBeVisible()
  await expect(row(page, 'Forno')).toHaveCount(0)

  await page.unrouteAll()
  await page.getByRole('button', { name: 'Revisar' }).click()
  await expect(form.getByLabel('Valor da meta')).toHaveValue('8.000,00')
  await form.getByRole('button', { name: 'Salvar' }).click()
  await expect(row(page, 'Forno')).toBeVisible()
})

test('progress on a goal that changed elsewhere is not applied to what nobody saw', async ({ page }) => {
  await withGoals(page, { title: 'Forno', current: 5200 })
  const [goal] = (await call<{ goals: { id: string }[] }>(page, 'GET', '/goals')).goals
  await call(page, 'PUT', `/goals/${goal!.id}`, { currentAmount: 7000 })
  const dialog = await addProgress(page, 'Forno')
  await dialog.getByLabel('Valor').fill('2000')
  await dialog.getByRole('button', { name: 'Adicionar' }).click()
  await expect(said(page, 'O progresso de Forno não foi salvo.')).toBeVisible()
  await expect(row(page, 'Forno')).toContainText(`${reais('7.000,00')} de ${reais('8.000,00')}`)
})

test('a failed load keeps the frame and is tried again', async ({ page }) => {
  await page.route('**/api/goals', (route) => route.fulfill({ status: 400, json: { error: 'x', code: 'VALIDATION' } }))
  await openGoals(page)
  await expect(page.getByRole('alert')).toContainText('Não conseguimos carregar as metas.')
  await expect(count(page, 'Em andamento')).toHaveText('—')
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Tentar de novo' }).click()
  await expect(page.getByRole('heading', { name: 'Nenhuma meta criada' })).toBeVisible()
})

test('all of it by keyboard: from the palette to the undone deletion', { tag: '@keyboard' }, async ({ page }) => {
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Buscar ou ir para' })).toBeFocused()
  await page.keyboard.type('nova meta')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Título')).toBeFocused()
  for (const typed of ['Forno', '8000', '5200', written(day(42)).replace(/\//g, '')]) {
    await page.keyboard.type(typed)
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Tab')
  await page.keyboard.type('Equ')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Editar Forno' })).toBeFocused()

  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Valor')).toBeFocused()
  await page.keyboard.type('100')
  await page.keyboard.press('Enter')
  await expect(row(page, 'Forno')).toContainText(reais('5.300,00'))
  await expect(page.getByRole('button', { name: 'Adicionar Progresso em Forno' })).toBeFocused()

  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Cancelar' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(row(page, 'Forno')).toHaveCount(0)
  await page.keyboard.press('Control+z')
  await expect(row(page, 'Forno')).toContainText(reais('5.300,00'))

  await page.keyboard.press('g')
  await page.keyboard.press('v')
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.keyboard.press('g')
  await page.keyboard.press('m')
  await expect(page).toHaveURL(/\/dashboard\/goals$/)
})

test('the overview shows the three that are due next', async ({ page }) => {
  await expect(page.getByRole('region', { name: 'Metas em andamento' })).toHaveCount(0)
  await withGoals(page, { title: 'Quarta', in: 40 }, { title: 'Primeira', in: 10, current: 2000 }, { title: 'Pronta', in: 1, current: 8000 }, { title: 'Segunda', in: 20 }, { title: 'Terceira', in: 30 })
  await page.goto('/dashboard')
  const goals = page.getByRole('region', { name: 'Metas em andamento' })
  await expect(goals.getByRole('heading', { level: 3 })).toHaveText(['Primeira', 'Segunda', 'Terceira'])
  await expect(goals.getByRole('listitem').first()).toContainText('25%')
  await goals.getByRole('link', { name: 'Ver metas' }).click()
  await expect(page).toHaveURL(/\/dashboard\/goals$/)
})

for (const scheme of ['light', 'dark'] as const) {
  test(`accessible in every state, ${scheme}`, { tag: `@${scheme}` }, async ({ page }) => {
    if (scheme === 'dark') await preferDark(page)
    await openGoals(page)
    await expect(page.getByRole('heading', { name: 'Nenhuma meta criada' })).toBeVisible()
    await expectAccessible(page)
    await withGoals(page, { title: 'Forno', current: 5200, in: 42 }, { title: 'Atrasada', in: -3 }, { title: 'Pronta', current: 8000 })
    await page.getByText('Metas Concluídas').click()
    await expectAccessible(page)
    const dialog = await addProgress(page, 'Forno')
    await dialog.getByRole('button', { name: 'Adicionar' }).click()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Cancelar' }).click()
    await page.getByRole('button', { name: 'Excluir Forno' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Nova meta' }).click()
    await page.getByRole('button', { name: 'Salvar' }).click()
    await expectAccessible(page)
  })
}

test('fits 320 pixels, with text twice as large too', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await withGoals(page, { title: 'Um nome de meta que é bem mais comprido do que cabe', target: 999_999_999.99, current: 999_999_999.98, in: 42 }, { title: 'Pronta', target: 999_999_999.99, current: 999_999_999.99 })
  await expect(active(page).getByRole('heading', { level: 3 })).toHaveCount(1)
  await page.getByText('Metas Concluídas').click()
  await expectNoSidewaysScroll(page)
  await page.addStyleTag({ content: 'html { font-size: 200% }' })
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Nova meta' }).click()
  await expect(page.getByLabel('Título')).toBeFocused()
  await expectNoSidewaysScroll(page)
})
