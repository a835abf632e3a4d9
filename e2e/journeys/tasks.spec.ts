import type { Locator, Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll, preferDark } from '../accessibility.js'
import { call, day, onPhone, written } from '../ledger.js'
import { register, signIn } from '../people.js'
import { expect, test } from '../test.js'

const NBSP = '\u00a0'

interface Task {
  id: string
  title: string
  type: 'objective' | 'problem' | 'task'
  priority: 'low' | 'medium' | 'high'
  estimatedCost: number
  estimatedDate: string
  completed: boolean
}

test.beforeEach(async ({ page, request }) => {
  await signIn(page, await register(request))
})

/** Items added in this order, some of them done; then the screen with them. */
async function withTasks(page: Page, ...tasks: (Partial<Task> & { title: string })[]): Promise<void> {
  for (const { completed = false, ...body } of tasks) {
    const { task } = await call<{ task: Task }>(page, 'POST', '/tasks', { type: 'objective', ...body })
    if (completed) await call(page, 'PUT', `/tasks/${task.id}`, { completed })
  }
  await openTasks(page)
}

async function openTasks(page: Page, query = ''): Promise<void> {
  await page.goto(`/dashboard/tasks${query}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Tarefas e Planejamento' })).toBeAttached()
}

/** As the server has them. */
async function stored(page: Page): Promise<Task[]> {
  return (await call<{ tasks: Task[] }>(page, 'GET', '/tasks')).tasks
}

function boxes(page: Page): Locator {
  return page.getByRole('tabpanel').getByRole('checkbox')
}

function box(page: Page, title: string): Locator {
  return page.getByRole('checkbox', { name: title, exact: true })
}

/** The titles from top to bottom. */
async function expectOrder(page: Page, ...titles: string[]): Promise<void> {
  await expect(boxes(page)).toHaveCount(titles.length)
  for (const [index, title] of titles.entries()) await expect(boxes(page).nth(index)).toHaveAccessibleName(title)
}

function row(page: Page, title: string): Locator {
  return page.getByRole('tabpanel').getByRole('listitem').filter({ has: page.getByText(title, { exact: true }) })
}

function tab(page: Page, label: string): Locator {
  return page.getByRole('tab', { name: new RegExp(`^${label}`) })
}

async function edit(page: Page, title: string): Promise<Locator> {
  await page.getByRole('button', { name: `Editar ${title}`, exact: true }).click()
  const sheet = page.getByRole('dialog', { name: 'Editar item' })
  await expect(sheet.getByLabel('Título')).toBeFocused()
  return sheet
}

async function askToDelete(page: Page, title: string): Promise<Locator> {
  if (onPhone(page)) await (await edit(page, title)).getByRole('button', { name: 'Excluir' }).click()
  else await page.getByRole('button', { name: `Excluir ${title}`, exact: true }).click()
  return page.getByRole('dialog', { name: `Excluir ${title}` })
}

function said(page: Page, text: string): Locator {
  return page.getByRole('status').filter({ hasText: text })
}

test('a title is enough: an objective of medium priority, without cost, for today', async ({ page }) => {
  await openTasks(page)
  await expect(page.getByRole('heading', { name: 'Nenhum objetivo criado' })).toBeVisible()
  await page.getByRole('button', { name: 'Novo objetivo' }).click()
  const sheet = page.getByRole('dialog', { name: 'Novo item' })
  await expect(sheet.getByLabel('Título')).toBeFocused()
  await expect(sheet.getByRole('radio', { name: 'Objetivo' })).toBeChecked()
  await expect(sheet.getByRole('radio', { name: 'Média' })).toBeChecked()
  await sheet.getByRole('button', { name: 'Salvar' }).click()
  await expect(sheet.getByLabel('Título')).toHaveAccessibleDescription('Digite um título')
  await sheet.getByLabel('Título').fill('Vender pelo WhatsApp')
  await sheet.getByLabel('Data estimada').fill('')
  await page.keyboard.press('Enter')
  await expect(sheet).toBeHidden()
  await expectOrder(page, 'Vender pelo WhatsApp')
  await expect(said(page, 'Objetivo na lista')).toBeVisible()
  expect(await stored(page)).toMatchObject([{ type: 'objective', priority: 'medium', estimatedCost: 0, estimatedDate: day(), completed: false }])
})

test('cost and date are read as people write them, and the list goes to where the item is', async ({ page }) => {
  await withTasks(page, { title: 'Um objetivo' })
  await page.getByRole('button', { name: 'Novo objetivo' }).click()
  const sheet = page.getByRole('dialog', { name: 'Novo item' })
  await sheet.getByText('Tarefa', { exact: true }).click()
  await sheet.getByLabel('Título').fill('Pagar DAS')
  await sheet.getByText('Alta').click()
  await sheet.getByLabel('Custo estimado').fill('81,9')
  await sheet.getByLabel('Data estimada').fill(onPhone(page) ? day(3) : written(day(3)))
  await sheet.getByRole('button', { name: 'Salvar' }).click()
  await expect(page).toHaveURL(/aba=tarefas$/)
  await expect(tab(page, 'Lista de Tarefas')).toHaveAttribute('aria-selected', 'true')
  await expect(row(page, 'Pagar DAS')).toContainText('Alta')
  await expect(row(page, 'Pagar DAS')).toContainText(`R$${NBSP}81,90`)
  if (!onPhone(page)) await expect(row(page, 'Pagar DAS')).toContainText(written(day(3)))
  await expect.poll(async () => (await stored(page)).find(({ title }) => title === 'Pagar DAS')).toMatchObject({ type: 'task', priority: 'high', estimatedCost: 81.9, estimatedDate: day(3) })
})

test('the tabs count, live in the address, and go by arrows', async ({ page }) => {
  await withTasks(page, { title: 'A' }, { title: 'B', completed: true }, { title: 'C', type: 'problem' }, { title: 'D', type: 'task', completed: true })
  await expect(tab(page, 'Objetivos do Negócio')).toHaveAccessibleName('Objetivos do Negócio 1 de 2')
  await expect(tab(page, 'Objetivos do Negócio')).toContainText('1/2')
  await expect(page.getByRole('region', { name: 'Resumo' })).toContainText('Tarefas concluídas1 de 1')
  await tab(page, 'Problemas a Resolver').click()
  await expect(page).toHaveURL(/\?aba=problemas$/)
  await expectOrder(page, 'C')
  await page.keyboard.press('ArrowRight')
  await expect(tab(page, 'Lista de Tarefas')).toBeFocused()
  await expectOrder(page, 'D')
  await page.reload()
  await expectOrder(page, 'D')
  await page.goBack()
  await expectOrder(page, 'C')
})

test('what is done is struck at once and moves down a moment later', async ({ page }) => {
  await withTasks(page, { title: 'Baixa', priority: 'low' }, { title: 'Antiga', priority: 'high' }, { title: 'Feita', priority: 'high', completed: true }, { title: 'Nova', priority: 'high' })
  await expectOrder(page, 'Nova', 'Antiga', 'Baixa', 'Feita')
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 1000)
  await box(page, 'Nova').click()
  await page.clock.runFor(50)
  await expect(box(page, 'Nova')).toBeChecked()
  await expect(row(page, 'Nova').getByText('Nova', { exact: true })).toHaveCSS('text-decoration-line', 'line-through')
  await expectOrder(page, 'Nova', 'Antiga', 'Baixa', 'Feita')
  await expect(tab(page, 'Objetivos')).toContainText('2/4')
  await page.clock.runFor(500)
  await expectOrder(page, 'Nova', 'Antiga', 'Baixa', 'Feita')
  await page.clock.runFor(150)
  await expectOrder(page, 'Antiga', 'Baixa', 'Nova', 'Feita')
  await page.clock.resume()
  await expect.poll(async () => (await stored(page)).find(({ title }) => title === 'Nova')?.completed).toBe(true)
  await box(page, 'Nova').click()
  await expectOrder(page, 'Nova', 'Antiga', 'Baixa', 'Feita')
  await expect.poll(async () => (await stored(page)).find(({ title }) => title === 'Nova')?.completed).toBe(false)
  await expect(box(page, 'Nova')).not.toBeChecked()
})

test('quick second thoughts end where they began', async ({ page }) => {
  await withTasks(page, { title: 'A' }, { title: 'B' })
  for (let press = 0; press < 4; press += 1) await box(page, 'A').click()
  await expect(box(page, 'A')).not.toBeChecked()
  await expect.poll(async () => (await stored(page)).filter(({ completed }) => completed).length).toBe(0)
  await page.reload()
  await expect(box(page, 'A')).not.toBeChecked()
  await expectOrder(page, 'B', 'A')
})

test('a box is as large as a finger', async ({ page }) => {
  await withTasks(page, { title: 'A' })
  const target = await row(page, 'A').locator('label').boundingBox()
  expect(target?.width).toBeGreaterThanOrEqual(44)
  expect(target?.height).toBeGreaterThanOrEqual(44)
})

test('an item is edited, and changes its list with its type', async ({ page }) => {
  await withTasks(page, { title: 'Taxa da maquininha', estimatedCost: 12.5 }, { title: 'Outro' })
  const sheet = await edit(page, 'Taxa da maquininha')
  await expect(sheet.getByLabel('Custo estimado')).toHaveValue('12,50')
  await sheet.getByText('Problema', { exact: true }).click()
  await sheet.getByLabel('Título').fill('Taxa da maquininha subiu')
  await sheet.getByRole('button', { name: 'Salvar' }).click()
  await expect(page).toHaveURL(/aba=problemas$/)
  await expectOrder(page, 'Taxa da maquininha subiu')
  await expect(tab(page, 'Objetivos')).toContainText('0/1')
  await expect(said(page, 'Alteração salva')).toBeVisible()
})

test('a deletion is asked about, named, and can be taken back', async ({ page }) => {
  await withTasks(page, { title: 'A', completed: true }, { title: 'B' })
  const dialog = await askToDelete(page, 'A')
  await expect(dialog).toContainText('Tem certeza que deseja excluir este item?')
  await expect(dialog.getByRole('button', { name: 'Cancelar' })).toBeFocused()
  await dialog.getByRole('button', { name: 'Excluir' }).click()
  await expectOrder(page, 'B')
  await expect(said(page, 'Item excluído')).toBeVisible()
  await expect.poll(async () => (await stored(page)).length).toBe(1)
  await page.getByRole('button', { name: 'Desfazer' }).click()
  await expectOrder(page, 'B', 'A')
  await expect(box(page, 'A')).toBeChecked()
  await expect.poll(async () => (await stored(page)).length).toBe(2)
})

test('what the server refuses is taken back and said', async ({ page }) => {
  await withTasks(page, { title: 'A' }, { title: 'B' })
  await page.route('**/toggle', (route) => route.fulfill({ status: 500, json: { error: 'Erro interno do servidor. Tente novamente mais tarde.', code: 'INTERNAL' } }))
  await box(page, 'A').click()
  await expect(said(page, 'A não foi concluído. Erro interno do servidor. Tente novamente mais tarde.')).toBeVisible()
  await expect(box(page, 'A')).not.toBeChecked()

  await page.route('**/api/tasks', (route) => (route.request().method() === 'POST' ? route.fulfill({ status: 400, json: { error: 'Dados inválidos', code: 'VALIDATION' } }) : route.fallback()))
  await page.getByRole('button', { name: 'Novo objetivo' }).click()
  const sheet = page.getByRole('dialog', { name: 'Novo item' })
  await sheet.getByLabel('Título').fill('C')
  await sheet.getByRole('button', { name: 'Salvar' }).click()
  await expect(said(page, 'C não foi salvo. Dados inválidos')).toBeVisible()
  await expectOrder(page, 'B', 'A')
  await page.getByRole('button', { name: 'Revisar' }).click()
  await expect(sheet.getByLabel('Título')).toHaveValue('C')
})

test('a failed load keeps the frame and is tried again', async ({ page }) => {
  await page.route('**/api/tasks', (route) => route.fulfill({ status: 400, json: { error: 'x', code: 'VALIDATION' } }))
  await openTasks(page)
  await expect(page.getByRole('alert')).toContainText('Não conseguimos carregar os itens.')
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Tentar de novo' }).click()
  await expect(page.getByRole('heading', { name: 'Nenhum objetivo criado' })).toBeVisible()
})

test('all of it by keyboard, and a row stays while the focus is in it', { tag: '@keyboard' }, async ({ page }) => {
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Buscar ou ir para' })).toBeFocused()
  await page.keyboard.type('nova tarefa')
  await page.keyboard.press('Enter')
  const sheet = page.getByRole('dialog', { name: 'Novo item' })
  await expect(sheet.getByLabel('Título')).toBeFocused()
  await expect(sheet.getByRole('radio', { name: 'Tarefa' })).toBeChecked()
  await page.keyboard.type('Segunda')
  await page.keyboard.press('Enter')
  await expectOrder(page, 'Segunda')
  await page.getByRole('button', { name: 'Nova tarefa' }).press('Enter')
  await expect(sheet.getByLabel('Título')).toBeFocused()
  await page.keyboard.type('Primeira')
  await page.keyboard.press('Enter')
  await expectOrder(page, 'Primeira', 'Segunda')
  await expect(page.getByRole('button', { name: 'Nova tarefa' })).toBeFocused()

  await page.keyboard.press('Tab')
  await expect(box(page, 'Primeira')).toBeFocused()
  await page.keyboard.press('Space')
  await expect(box(page, 'Primeira')).toBeChecked()
  await page.waitForTimeout(900)
  await expectOrder(page, 'Primeira', 'Segunda')
  await expect(box(page, 'Primeira')).toBeFocused()
  for (let tabs = 0; tabs < 3; tabs += 1) await page.keyboard.press('Tab')
  await expect(box(page, 'Segunda')).toBeFocused()
  await expectOrder(page, 'Segunda', 'Primeira')
  await expect(box(page, 'Segunda')).toBeFocused()

  await page.keyboard.press('g')
  await page.keyboard.press('v')
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.keyboard.press('g')
  await page.keyboard.press('f')
  await expect(page).toHaveURL(/\/dashboard\/tasks$/)
})

test('the overview lists what is open, the most urgent five of each type', async ({ page }) => {
  await expect(page.getByRole('region', { name: 'Para fazer' })).toHaveCount(0)
  const low = Array.from({ length: 5 }, (_, index) => ({ title: `Baixa ${index}`, type: 'task' as const, priority: 'low' as const }))
  await withTasks(page, ...low, { title: 'Urgente', type: 'task', priority: 'high' }, { title: 'Feito', completed: true }, { title: 'Problema', type: 'problem' })
  await page.goto('/dashboard')
  const todo = page.getByRole('region', { name: 'Para fazer' })
  await expect(todo.getByRole('heading', { level: 3 })).toHaveText(['Problemas1 em aberto', 'Tarefas6 em aberto'])
  await expect(todo.getByRole('listitem')).toHaveCount(6)
  await expect(todo.getByRole('listitem').nth(1)).toContainText('Urgente Prioridade alta')
  await todo.getByRole('checkbox', { name: /^Urgente/ }).click()
  await expect(todo.getByRole('heading', { level: 3 })).toHaveText(['Problemas1 em aberto', 'Tarefas5 em aberto'])
  await expect(todo.getByRole('checkbox', { name: /^Urgente/ })).toHaveCount(0)
  await todo.getByRole('link', { name: 'Abrir tarefas' }).click()
  await expect(page).toHaveURL(/\/dashboard\/tasks$/)
})

for (const scheme of ['light', 'dark'] as const) {
  test(`accessible in every state, ${scheme}`, { tag: `@${scheme}` }, async ({ page }) => {
    if (scheme === 'dark') await preferDark(page)
    await openTasks(page)
    await expect(page.getByRole('heading', { name: 'Nenhum objetivo criado' })).toBeVisible()
    await expectAccessible(page)
    await withTasks(page, { title: 'A', priority: 'high', estimatedCost: 1450 }, { title: 'B', priority: 'low', completed: true }, { title: 'C' })
    await expectOrder(page, 'A', 'C', 'B')
    await expectAccessible(page)
    const dialog = await askToDelete(page, 'A')
    await expect(dialog).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Novo objetivo' }).click()
    await page.getByRole('dialog', { name: 'Novo item' }).getByRole('button', { name: 'Salvar' }).click()
    await expectAccessible(page)
    await page.goto('/dashboard')
    await expect(page.getByRole('region', { name: 'Para fazer' })).toBeVisible()
    await expectAccessible(page)
  })
}

test('fits 320 pixels, with text twice as large too', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await withTasks(page, { title: 'Um título que é bem mais comprido do que cabe em uma linha', priority: 'high', estimatedCost: 999_999_999.99, estimatedDate: '2031-11-20' })
  await expect(boxes(page)).toHaveCount(1)
  await expectNoSidewaysScroll(page)
  await page.addStyleTag({ content: 'html { font-size: 200% }' })
  await expectNoSidewaysScroll(page)
  await page.goto('/dashboard')
  await expect(page.getByRole('region', { name: 'Para fazer' })).toBeVisible()
  await expectNoSidewaysScroll(page)
})
