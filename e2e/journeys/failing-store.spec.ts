import type { Page } from '@playwright/test'
import { unsentCommands } from '../chaos/device-queue.js'
import { CuttableConnection } from '../cuttable-connection.js'
import { failStore, installFailingStore } from '../failing-store.js'
import { register, signIn, type TestPerson } from '../people.js'
import { expect, test as base } from '../test.js'
import { askToDelete, row, readTasks } from './tasks/tasks-page.js'

/** A person with one task on the server, on a connection that is cut. */
const test = base.extend<{ way: CuttableConnection; person: TestPerson }>({
  way: async ({ app }, use) => {
    const way = await CuttableConnection.to(app.url)
    await use(way)
    await way.close()
  },
  person: async ({ page, way, request }, use) => {
    const person = await register(request)
    await page.addInitScript(installFailingStore)
    await page.goto(`${way.url}/login`)
    await signIn(page, person)
    await page.goto(`${way.url}/dashboard/tasks?aba=tarefas`)
    await add(page, 'Primeira')
    await expect.poll(async () => (await readTasks(page)).length).toBe(1)
    way.isCut = true
    await use(person)
  },
})

const strip = (page: Page) => page.locator('[data-strip="offline"]')
const NOTHING_KEPT = 'Este navegador não guarda nada'

async function add(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: 'Nova tarefa' }).click()
  const sheet = page.getByRole('dialog', { name: 'Novo item' })
  await sheet.getByLabel('Título').fill(title)
  await sheet.getByRole('button', { name: 'Salvar' }).click()
  await expect(sheet).toBeHidden()
}

async function titles(page: Page): Promise<string[]> {
  return (await readTasks(page)).map(({ title }) => title).toSorted()
}

async function leave(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Conta de/ }).click()
  await page.getByRole('menuitem', { name: 'Sair' }).click()
  await page.getByRole('button', { name: 'Sair e apagar' }).click()
  await page.waitForURL('**/login')
}

test('a connection to the store that died is opened again @desktop', { tag: '@long' }, async ({ page, way, person }) => {
  expect(person.email).not.toBe('')
  await failStore(page, 'open')
  await add(page, 'Segunda')
  await expect(strip(page)).toContainText('1 lançamento aguardando envio.')
  await expect(strip(page)).not.toContainText(NOTHING_KEPT)
  await page.reload()
  await expect(row(page, 'Segunda')).toBeVisible()
  way.isCut = false
  await expect.poll(() => titles(page), { timeout: 30_000 }).toEqual(['Primeira', 'Segunda'])
})

test(
  'what was undone after the store died does not return with the next page @desktop',
  { tag: '@long' },
  async ({ page, way, person }) => {
    expect(person.email).not.toBe('')
    await (await askToDelete(page, 'Primeira')).getByRole('button', { name: 'Excluir', exact: true }).click()
    await expect(row(page, 'Primeira')).toBeHidden()
    await expect(strip(page)).toContainText('1 lançamento aguardando envio.')
    await failStore(page, 'all')
    await page.locator('[data-toast]:not([data-earlier])').getByRole('button', { name: 'Desfazer' }).click()
    await expect(row(page, 'Primeira')).toBeVisible()
    await expect(strip(page)).toContainText(NOTHING_KEPT)
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: 'Tarefas e Planejamento' })).toBeAttached()
    way.isCut = false
    await expect(row(page, 'Primeira')).toBeVisible({ timeout: 30_000 })
    await expect(strip(page)).toBeEmpty({ timeout: 30_000 })
    expect(await titles(page)).toEqual(['Primeira'])
  },
)

for (const [dead, name] of [
  ['all', 'leaving deletes a store that died'],
  ['deleting', 'leaving says so where the browser keeps what it was to delete, and nothing of it is sent later'],
] as const) {
  test(`${name} @desktop`, { tag: '@long' }, async ({ page, way, person }) => {
    await add(page, 'Segunda')
    await expect(strip(page)).toContainText('1 lançamento aguardando envio.')
    const account = await page.evaluate(() => (JSON.parse(sessionStorage.getItem('prumo:user') ?? '{}') as { id: string }).id)
    await failStore(page, dead)
    await leave(page)
    const kept = page.getByText('Você saiu, mas este navegador não deixou apagar o que estava guardado nele.')
    if (dead === 'deleting') await expect(kept).toBeVisible()
    else await expect(page.getByRole('button', { name: 'Entrar', exact: true })).toBeVisible()
    await expect(kept).toHaveCount(dead === 'deleting' ? 1 : 0)
    expect(await unsentCommands(page, account)).toHaveLength(dead === 'deleting' ? 1 : 0)
    way.isCut = false
    await signIn(page, person)
    await page.goto(`${way.url}/dashboard/tasks?aba=tarefas`)
    await expect(row(page, 'Primeira')).toBeVisible()
    await expect(row(page, 'Segunda')).toBeHidden()
    expect(await titles(page)).toEqual(['Primeira'])
    expect(await unsentCommands(page, account)).toEqual([])
  })
}
