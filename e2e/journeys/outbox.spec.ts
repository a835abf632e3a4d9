import type { APIRequestContext, Page } from '@playwright/test'
import { expectAccessible } from '../accessibility.js'
import { CuttableConnection } from '../cuttable-connection.js'
import { callApi, onPhone, parkedPanel, statusMessage } from '../ledger.js'
import { signInNewPersonAt, newPerson } from '../people.js'
import { endRoutes } from '../routes.js'
import { expect, test as base } from '../test.js'
import { readFund as storedFund, target } from './emergency-fund/emergency-fund-page.js'
import { box, edit, row, readTasks } from './tasks/tasks-page.js'

/** A connection that can be cut, and a signed-in page behind it. */
const test = base.extend<{ way: CuttableConnection }>({
  way: async ({ app }, use) => {
    const way = await CuttableConnection.to(app.url)
    await use(way)
    await way.close()
  },
})

const strip = (page: Page) => page.locator('[data-strip="offline"]')

async function openTasksThrough(page: Page, way: CuttableConnection, request: APIRequestContext): Promise<void> {
  await signInNewPersonAt(way.url, { page, request })
  await page.goto(`${way.url}/dashboard/tasks?aba=tarefas`)
}

async function add(page: Page, title: string): Promise<void> {
  const sheet = page.getByRole('dialog', { name: 'Novo item' })
  await page.getByRole('button', { name: 'Nova tarefa' }).click()
  await sheet.getByLabel('Título').fill(title)
  await sheet.getByRole('button', { name: 'Salvar' }).click()
  await expect(sheet).toBeHidden()
}

async function retitle(page: Page, title: string, next: string, cost?: string): Promise<void> {
  const sheet = await edit(page, title)
  await sheet.getByLabel('Título').fill(next)
  if (cost) await sheet.getByLabel('Custo estimado').fill(cost)
  await sheet.getByRole('button', { name: 'Salvar' }).click()
  await expect(sheet).toBeHidden()
}

test('queued commands are counted, stored, and reported as sent', { tag: '@phone' }, async ({ page, way, request }) => {
  await openTasksThrough(page, way, request)
  await add(page, 'Primeira')
  await expect.poll(async () => (await readTasks(page)).length).toBe(1)
  await expect(strip(page)).toBeEmpty()

  way.isCut = true
  await add(page, 'Segunda')
  await box(page, 'Primeira').click()
  await expect(strip(page)).toContainText(/Sem internet\. 2 lançamentos aguardando envio\..*Dados da conta até as? \d+h\d\d de hoje\./)
  await expect(row(page, 'Segunda')).toContainText('Aguardando envio')
  const [top, bar] = [await strip(page).boundingBox(), await page.getByRole('banner').boundingBox()]
  expect(bar!.y).toBeGreaterThanOrEqual(top!.y + top!.height - 1)

  await page.reload()
  await expect(strip(page)).toContainText('Sem internet. 2 lançamentos aguardando envio.')
  await expectAccessible(page)
  way.isCut = false
  await expect(statusMessage(page, '2 lançamentos enviados.')).toBeVisible({ timeout: 20_000 })
  await expect(strip(page)).toBeEmpty({ timeout: 15_000 })
  expect((await readTasks(page)).map(({ title, completed }) => [title, completed])).toEqual([
    ['Segunda', false],
    ['Primeira', true],
  ])
})

test('a refused command stays until it is corrected or discarded', { tag: ['@desktop', '@long'] }, async ({ page, way, request }) => {
  await openTasksThrough(page, way, request)
  for (const title of ['Uma', 'Duas', 'Três']) await add(page, title)
  await expect.poll(async () => (await readTasks(page)).length).toBe(3)
  const known = await readTasks(page)

  way.isCut = true
  await retitle(page, 'Uma', 'Uma, corrigida')
  await box(page, 'Duas').click()
  await retitle(page, 'Três', 'Três, corrigida')
  await expect(strip(page)).toContainText('3 lançamentos aguardando envio.')
  // Another device, which has a connection.
  for (const { id, title } of known) if (title !== 'Três') await callApi(page, 'DELETE', `/tasks/${id}`)
  way.isCut = false

  await expect(parkedPanel(page)).toContainText('2 lançamentos não foram aceitos', { timeout: 20_000 })
  await expect(parkedPanel(page)).toContainText('Outro foi enviado. Estes ficam neste')
  await expectAccessible(page)
  await page.reload()
  await parkedPanel(page).getByRole('link', { name: 'Revisar' }).click()
  await expect(page).toHaveURL(/\/dashboard\/review$/)
  await expect(page.getByText('2 lançamentos não entraram na conta. Nada se perde enquanto você não decidir.')).toBeVisible()
  await expect(parkedPanel(page)).toBeHidden()
  await expect(page.getByRole('main')).toContainText(/Hoje, às? \d+h\d\d · Você corrigiu/)
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Descartar Duas' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Descartar' }).click()
  await expect(page.getByText('1 lançamento não entrou na conta.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.getByRole('button', { name: 'Corrigir Uma' }).click()
  const sheet = page.getByRole('dialog', { name: 'Novo item' })
  await expect(sheet.getByLabel('Título')).toHaveValue('Uma, corrigida')
  await sheet.getByRole('button', { name: 'Salvar' }).click()
  await expect(parkedPanel(page)).toBeHidden()
  await expect.poll(async () => (await readTasks(page)).map(({ title }) => title).sort()).toEqual(['Três, corrigida', 'Uma, corrigida'])
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Nada para revisar' })).toBeVisible()
})

test('a conflict is resolved field by field', async ({ page, way, request }) => {
  await openTasksThrough(page, way, request)
  await add(page, 'Pagar DAS')
  await expect.poll(async () => (await readTasks(page)).length).toBe(1)
  const [known] = await readTasks(page)

  way.isCut = true
  await retitle(page, 'Pagar DAS', 'Pagar o DAS', '25')
  // Another device, which has a connection.
  await callApi(page, 'PUT', `/tasks/${known!.id}`, { title: 'Pagar imposto', estimatedCost: 40, priority: 'high' })
  way.isCut = false
  await parkedPanel(page).getByRole('link', { name: 'Revisar' }).click({ timeout: 20_000 })
  await expect(page.getByRole('main')).toContainText(/Título e custo estimado mudaram em outro aparelho hoje, às? \d+h\d\d\./)
  await page.getByRole('button', { name: 'Comparar Pagar DAS' }).click()
  const sheet = page.getByRole('dialog', { name: 'Pagar DAS mudou nos dois lados' })
  const device = onPhone(page) ? 'Neste celular' : 'Neste computador'
  await expect(sheet).toContainText(device)
  await expect(sheet.getByRole('group', { name: 'Título' }).getByRole('radio', { name: `${device}: Pagar o DAS` })).toBeChecked()
  await expect(sheet.getByRole('group', { name: 'Prioridade' }).getByRole('radio', { name: 'Na conta: Alta' })).toBeChecked()
  await expect(sheet.getByText('Igual nos dois: tipo, prazo e situação.')).toBeVisible()
  await expectAccessible(page)

  // The back button closes it without a decision.
  await page.goBack()
  await expect(sheet).toBeHidden()
  await page.getByRole('button', { name: 'Comparar Pagar DAS' }).click()
  await sheet.getByRole('radio', { name: 'Na conta: R$ 40,00' }).check()
  await expect(sheet.getByRole('status')).toHaveText(/Fica assim: Pagar o DAS, Alta, R\$\s40,00/)
  await sheet.getByRole('button', { name: 'Salvar a escolha' }).click()
  await expect(page.getByRole('heading', { name: 'Nada para revisar' })).toBeVisible()
  await expect.poll(async () => (await readTasks(page))[0]).toMatchObject({ title: 'Pagar o DAS', estimatedCost: 40, priority: 'high' })
})

test('of two conflicting settings of the fund the chosen one is saved', { tag: '@phone' }, async ({ page, way, request }) => {
  await openTasksThrough(page, way, request)
  await callApi(page, 'PUT', '/emergency-fund', { targetMonths: 3, monthlyExpenseAverage: 2000 })
  await page.goto(`${way.url}/dashboard/emergency`)
  await expect(target(page).getByRole('radio', { name: '3 (recomendado)' })).toBeChecked()
  way.isCut = true
  await target(page).getByText('12', { exact: true }).click()
  await target(page).getByRole('button', { name: 'Salvar meta' }).click()
  await expect(strip(page)).toContainText('1 lançamento aguardando envio.')
  // Another device, which has a connection.
  await callApi(page, 'PUT', '/emergency-fund', { targetMonths: 6, monthlyExpenseAverage: 2500 })
  way.isCut = false
  await parkedPanel(page).getByRole('link', { name: 'Revisar' }).click({ timeout: 20_000 })
  await page.getByRole('button', { name: 'Comparar Reserva de Emergência' }).click()
  const sheet = page.getByRole('dialog', { name: 'Reserva de Emergência mudou nos dois lados' })
  await expect(sheet.getByRole('status')).toHaveText(/Fica assim: 12 meses, R\$\s2\.500,00/)
  await sheet.getByRole('button', { name: 'Salvar a escolha' }).click()
  await expect(page.getByRole('heading', { name: 'Nada para revisar' })).toBeVisible()
  await expect.poll(() => storedFund(page)).toMatchObject({ targetMonths: 12, monthlyExpenseAverage: 2500 })
})

test('commands queued behind a discarded change overwrite nothing unseen', { tag: ['@phone', '@long'] }, async ({ page, way, request }) => {
  await openTasksThrough(page, way, request)
  await add(page, 'Uma')
  await expect.poll(async () => (await readTasks(page)).length).toBe(1)
  const [known] = await readTasks(page)

  way.isCut = true
  await retitle(page, 'Uma', 'Uma, daqui')
  await retitle(page, 'Uma, daqui', 'Uma, daqui', '25')
  // Another device, which has a connection.
  await callApi(page, 'PUT', `/tasks/${known!.id}`, { title: 'Uma, de lá', estimatedCost: 40 })
  way.isCut = false
  await parkedPanel(page).getByRole('link', { name: 'Revisar' }).click({ timeout: 20_000 })
  await expect(page.getByRole('main')).toContainText(/Título mudou em outro aparelho/)
  await expect(page.getByRole('main')).toContainText('1 lançamento espera esta decisão')
  await page.getByRole('button', { name: 'Descartar Uma' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Descartar' }).click()
  await expect(page.getByRole('main')).toContainText(/Custo estimado mudou em outro aparelho/)
  expect(await readTasks(page)).toMatchObject([{ title: 'Uma, de lá', estimatedCost: 40 }])
  await page.getByRole('button', { name: 'Comparar Uma' }).click()
  await page.getByRole('button', { name: 'Salvar a escolha' }).click()
  await expect(page.getByRole('heading', { name: 'Nada para revisar' })).toBeVisible()
  await expect.poll(() => readTasks(page)).toMatchObject([{ title: 'Uma, de lá', estimatedCost: 25 }])
})

test(
  'a command that the server fails on blocks no other, and can be sent again on request',
  { tag: ['@desktop', '@long'] },
  async ({ page, way, request }) => {
    await openTasksThrough(page, way, request)
    const keys: (string | null)[] = []
    await page.route('**/api/tasks', async (route) => {
      if (route.request().postDataJSON()?.title !== 'Uma') return route.fallback()
      keys.push(await route.request().headerValue('Idempotency-Key'))
      return route.fulfill({ status: 500, json: { error: 'Erro interno do servidor. Tente novamente mais tarde.', code: 'INTERNAL' } })
    })
    await add(page, 'Uma')
    await add(page, 'Duas')
    await expect.poll(async () => (await readTasks(page)).map(({ title }) => title)).toEqual(['Duas'])
    await expect(strip(page)).toContainText('1 lançamento aguardando envio.')
    await parkedPanel(page).getByRole('link', { name: 'Revisar' }).click({ timeout: 60_000 })
    await expect(page.getByRole('main')).toContainText(
      'Tentamos 5 vezes, e a conta não conseguiu receber. Tente de novo mais tarde: não entra duas vezes.',
    )
    await expect(page.getByRole('button', { name: 'Descartar Uma' })).toBeVisible()
    await expectAccessible(page)

    await page.reload()
    await endRoutes(page, '**/api/tasks')
    const again = page.waitForRequest((sent) => sent.method() === 'POST' && sent.url().endsWith('/api/tasks'))
    await page.getByRole('button', { name: 'Tentar de novo Uma' }).click()
    keys.push(await (await again).headerValue('Idempotency-Key'))
    await expect(page.getByRole('heading', { name: 'Nada para revisar' })).toBeVisible()
    await expect.poll(async () => (await readTasks(page)).map(({ title }) => title).sort()).toEqual(['Duas', 'Uma'])
    expect([keys.length, new Set(keys).size]).toEqual([6, 1])
  },
)

test(
  'queued commands are not sent into an account that was reset, even when the answer to the reset was lost',
  { tag: ['@phone', '@long'] },
  async ({ page, way, request }) => {
    await openTasksThrough(page, way, request)
    await add(page, 'Primeira')
    await expect.poll(async () => (await readTasks(page)).length).toBe(1)
    await page.route('**/api/tasks', (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 503, json: { error: 'x', code: 'UNAVAILABLE' } }) : route.fallback(),
    )
    await add(page, 'Segunda')
    await page.goto(`${way.url}/dashboard/settings?aba=dados`)
    const zone = page.getByRole('form', { name: 'Apagar todos os dados' })
    await zone.getByLabel('Digite APAGAR para confirmar').fill('APAGAR')
    // Confirmed just now, so that the reset needs no password. The server resets, and its answer is lost.
    await callApi(page, 'POST', '/auth/confirm', { password: newPerson().password })
    way.dropEvery = 1
    await zone.getByLabel('Digite APAGAR para confirmar').press('Enter')
    const unknown = 'Ainda não sabemos se os dados foram apagados. O pedido se repete até a conta responder, e até lá nada mais é enviado.'
    await expect(zone.getByRole('status')).toContainText(unknown)
    await expect(page.getByText('1 lançamento aguarda envio e ainda não entra na cópia.')).toBeVisible()
    await expectAccessible(page)
    await endRoutes(page, '**/api/tasks')
    await page.reload()
    await expect(zone.getByRole('status')).toContainText(unknown)
    expect(await readTasks(page)).toEqual([])

    way.dropEvery = 0
    await expect(zone.getByRole('status')).toBeHidden({ timeout: 30_000 })
    await expect(zone).toContainText('A conta está vazia.')
    await expect(strip(page)).toBeEmpty({ timeout: 15_000 })
    await page.goto(`${way.url}/dashboard/tasks?aba=tarefas`)
    await expect(page.getByRole('heading', { level: 1, name: 'Tarefas e Planejamento' })).toBeAttached()
    await expect(box(page, 'Segunda')).toBeHidden()
    expect(await readTasks(page)).toEqual([])
  },
)

test(
  'signing out with unsent commands asks, and names what would be lost',
  { tag: ['@phone', '@long'] },
  async ({ page, way, request }) => {
    await openTasksThrough(page, way, request)
    await add(page, 'Primeira')
    await expect.poll(async () => (await readTasks(page)).length).toBe(1)
    way.isCut = true
    await add(page, 'Segunda')
    await box(page, 'Primeira').click()
    await expect(strip(page)).toContainText('2 lançamentos aguardando envio.')

    const question = page.getByRole('dialog', { name: 'Sair e perder 2 lançamentos?' })
    const ask = async () => {
      await page.getByRole('button', { name: 'Mais', exact: true }).click()
      await page.getByRole('button', { name: 'Sair', exact: true }).click()
      await expect(question.getByRole('listitem')).toHaveCount(2)
    }
    await ask()
    await expect(question.getByRole('button', { name: 'Ficar até enviar' })).toBeFocused()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(question).toBeHidden()
    await expect(page).toHaveURL(/\/dashboard\/tasks/)
    await ask()
    await question.getByRole('button', { name: 'Sair e apagar os 2' }).click()
    // The sign-in is another page, and the connection to it is cut.
    await page.waitForURL(/^chrome-error:|\/login$/)
    way.isCut = false
    await page.goto(`${way.url}/dashboard/tasks`)
    await expect(page).toHaveURL(/\/login$/)
  },
)
