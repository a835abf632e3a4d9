import type { Page } from '@playwright/test'
import { signInNewPerson } from '../people.js'
import { expect, test } from '../test.js'
import { addProgress, createGoals } from './goals/goals-page.js'
import { openList, openNew } from './transactions/transactions-page.js'

/** A form with an address is an entry of the history for as long as it is open. */

test.beforeEach(signInNewPerson)

const ways = (page: Page) => page.evaluate(() => history.length)

/** Opens the screen after another one, by links of the app. */
async function arriveAt(page: Page, name: string, path: string): Promise<void> {
  await page.getByRole('link', { name, exact: true }).filter({ visible: true }).first().click()
  await expect(page).toHaveURL(new RegExp(`${path}$`))
}

test('closing a sheet removes its entry from the history', { tag: '@long' }, async ({ page }) => {
  await page.goto('/dashboard')
  await arriveAt(page, 'Transações', '/dashboard/transactions')
  for (const typed of ['', 'Bolo']) {
    const sheet = await openNew(page)
    await sheet.getByLabel('Descrição').fill(typed)
    await sheet.getByRole('button', { name: 'Fechar' }).click()
    await expect(sheet).toBeHidden()
    await expect(page).toHaveURL(/\/dashboard\/transactions$/)
  }
  await page.goBack()
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('closed and saved forms leave no entry in the history', { tag: ['@desktop', '@long'] }, async ({ page }) => {
  await test.step('a saved form leaves no entry in the history, and asks nothing', async () => {
    await page.goto('/dashboard/goals')
    await arriveAt(page, 'Transações', '/dashboard/transactions')
    const sheet = await openNew(page)
    await sheet.getByLabel('Valor').fill('10')
    await sheet.getByLabel('Descrição').fill('Bolo')
    await page.keyboard.press('Enter')
    await expect(sheet).toBeHidden()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.goBack()
    await expect(page).toHaveURL(/\/dashboard\/goals$/)
  })

  await test.step('a sheet opened from another screen leads to its own screen', async () => {
    await page.goto('/dashboard')
    const sheet = await openNew(page)
    await sheet.getByRole('button', { name: 'Fechar' }).click()
    await expect(page).toHaveURL(/\/dashboard\/transactions$/)
    await page.goBack()
    await expect(page).toHaveURL(/\/dashboard$/)
  })

  await test.step('the same holds for a form in a list, a dialog, and a task that moves to another tab', async () => {
    await createGoals(page, { title: 'Forno' })
    await page.getByRole('button', { name: 'Editar Forno' }).click()
    const form = page.getByRole('form', { name: 'Editar Forno' })
    await expect(form).toBeVisible()
    const opened = await ways(page)
    await form.getByRole('button', { name: 'Cancelar' }).click()
    await expect(form).toBeHidden()
    const dialog = await addProgress(page, 'Forno')
    await dialog.getByLabel('Valor').fill('10')
    await dialog.getByRole('button', { name: 'Adicionar' }).click()
    await expect(dialog).toBeHidden()
    // Each replaced the entry before it.
    expect(await ways(page)).toBe(opened)

    await arriveAt(page, 'Tarefas', '/dashboard/tasks')
    await page.getByRole('button', { name: /^Nov/ }).first().click()
    const sheet = page.getByRole('dialog', { name: 'Novo item' })
    await sheet.getByText('Tarefa', { exact: true }).click()
    await sheet.getByLabel('Título').fill('Pagar DAS')
    await page.keyboard.press('Enter')
    await expect(sheet).toBeHidden()
    await expect(page.getByText('Pagar DAS', { exact: true }).first()).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL(/\/dashboard\/goals$/)
  })
})

test('going forward opens it again, and closing it goes back', { tag: ['@phone', '@long'] }, async ({ page }) => {
  await openList(page)
  const sheet = await openNew(page)
  await page.goBack()
  await expect(sheet).toBeHidden()
  await page.goForward()
  await expect(sheet).toBeVisible()
  await sheet.getByRole('button', { name: 'Fechar' }).click()
  await expect(sheet).toBeHidden()
  await page.goForward()
  await expect(sheet).toBeVisible()
})
