import { onPhone, statusMessage } from '../../ledger.js'
import { signInNewPerson, openOverview } from '../../people.js'
import { expect, test } from '../../test.js'
import { askToDelete, box, expectOrder, row, readTasks, tab, withTasks } from './tasks-page.js'

test.beforeEach(signInNewPerson)

test(
  'tabs count items, quick toggles end in the original state, and the overview lists open items',
  { tag: ['@desktop', '@long'] },
  async ({ page, app, request }) => {
    await test.step('the tabs count, are in the address, and follow the arrow keys', async () => {
      await withTasks(
        page,
        { title: 'A' },
        { title: 'B', completed: true },
        { title: 'C', type: 'problem' },
        { title: 'D', type: 'task', completed: true },
      )
      await expect(tab(page, 'Objetivos do Negócio')).toHaveAccessibleName('Objetivos do Negócio 1 de 2')
      await expect(tab(page, 'Objetivos do Negócio')).toContainText('1/2')
      await expect(tab(page, 'Lista de Tarefas')).toContainText('1/1')
      if (onPhone(page)) expect((await row(page, 'A').boundingBox())?.y).toBeLessThan(300)
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

    await test.step('quick toggles end in the original state', async () => {
      await signInNewPerson({ page, request, app })

      await withTasks(page, { title: 'A' }, { title: 'B' })
      for (let press = 0; press < 4; press += 1) await box(page, 'A').click()
      await expect(box(page, 'A')).not.toBeChecked()
      await expect.poll(async () => (await readTasks(page)).filter(({ completed }) => completed).length).toBe(0)
      await page.reload()
      await expect(box(page, 'A')).not.toBeChecked()
      await expectOrder(page, 'B', 'A')
    })

    await test.step('the overview lists the open items, the most urgent five of each type', async () => {
      await signInNewPerson({ page, request, app })

      await openOverview(page)
      await expect(page.getByRole('region', { name: 'Para fazer' })).toHaveCount(0)
      const low = Array.from({ length: 5 }, (_, index) => ({ title: `Baixa ${index}`, type: 'task' as const, priority: 'low' as const }))
      await withTasks(
        page,
        ...low,
        { title: 'Urgente', type: 'task', priority: 'high' },
        { title: 'Feito', completed: true },
        { title: 'Problema', type: 'problem' },
      )
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
  },
)

test('a completed item is struck at once and moves down a moment later', { tag: '@desktop' }, async ({ page }) => {
  await withTasks(
    page,
    { title: 'Baixa', priority: 'low' },
    { title: 'Antiga', priority: 'high' },
    { title: 'Feita', priority: 'high', completed: true },
    { title: 'Nova', priority: 'high' },
  )
  await expectOrder(page, 'Nova', 'Antiga', 'Baixa', 'Feita')
  await page.clock.install()
  // Ahead of the page's clock, which goes on until then and cannot be set back.
  await page.clock.pauseAt(Date.now() + 30_000)
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
  await expect.poll(async () => (await readTasks(page)).find(({ title }) => title === 'Nova')?.completed).toBe(true)
  await box(page, 'Nova').click()
  await expectOrder(page, 'Nova', 'Antiga', 'Baixa', 'Feita')
  await expect.poll(async () => (await readTasks(page)).find(({ title }) => title === 'Nova')?.completed).toBe(false)
  await expect(box(page, 'Nova')).not.toBeChecked()
})

test('a deletion asks with the item’s name, and can be undone', { tag: '@phone' }, async ({ page }) => {
  await withTasks(page, { title: 'A', completed: true }, { title: 'B' })
  // Gives the history entries within the app to go back to.
  for (const name of ['Lista de Tarefas', 'Objetivos']) await tab(page, name).click()
  const dialog = await askToDelete(page, 'A')
  await expect(dialog).toContainText('Tem certeza que deseja excluir este item?')
  await expect(dialog.getByRole('button', { name: 'Cancelar' })).toBeFocused()
  // The back button closes the question, and stays on the screen.
  await page.goBack()
  await expect(dialog).toBeHidden()
  await expectOrder(page, 'B', 'A')
  await (await askToDelete(page, 'A')).getByRole('button', { name: 'Excluir' }).click()
  await expectOrder(page, 'B')
  await expect(statusMessage(page, 'Item excluído')).toBeVisible()
  await expect.poll(async () => (await readTasks(page)).length).toBe(1)
  await page.getByRole('button', { name: 'Desfazer' }).click()
  await expectOrder(page, 'B', 'A')
  await expect(box(page, 'A')).toBeChecked()
  await expect.poll(async () => (await readTasks(page)).length).toBe(2)
})
