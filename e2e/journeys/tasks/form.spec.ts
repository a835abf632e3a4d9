import { day, NBSP, statusMessage, formatDate } from '../../ledger.js'
import { signInNewPerson } from '../../people.js'
import { expect, test } from '../../test.js'
import { edit, expectOrder, openTasks, row, readTasks, tab, withTasks } from './tasks-page.js'

test.beforeEach(signInNewPerson)

test('a title is enough: an objective of medium priority, without cost, for today', { tag: '@phone' }, async ({ page }) => {
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
  await sheet.getByLabel('Prazo').fill('')
  await page.keyboard.press('Enter')
  await expect(sheet).toBeHidden()
  await expectOrder(page, 'Vender pelo WhatsApp')
  await expect(statusMessage(page, 'Objetivo na lista')).toBeVisible()
  await expect
    .poll(() => readTasks(page))
    .toMatchObject([{ type: 'objective', priority: 'medium', estimatedCost: 0, estimatedDate: day(), completed: false }])
})

test(
  'an item changes its list with its type, and cost and date accept what people write',
  { tag: ['@desktop', '@long'] },
  async ({ page }) => {
    await test.step('an item is edited, and changes its list with its type', async () => {
      await withTasks(page, { title: 'Taxa da maquininha', estimatedCost: 12.5 }, { title: 'Outro' })
      const sheet = await edit(page, 'Taxa da maquininha')
      await expect(sheet.getByLabel('Custo estimado')).toHaveValue('12,50')
      await sheet.getByText('Problema', { exact: true }).click()
      await sheet.getByLabel('Título').fill('Taxa da maquininha subiu')
      await sheet.getByRole('button', { name: 'Salvar' }).click()
      await expect(page).toHaveURL(/aba=problemas$/)
      await expectOrder(page, 'Taxa da maquininha subiu')
      await expect(tab(page, 'Objetivos')).toContainText('0/1')
      await expect(statusMessage(page, 'Alteração salva')).toBeVisible()
    })

    await test.step('cost and date accept what people write, and the list scrolls to the item', async () => {
      await withTasks(page, { title: 'Um objetivo' })
      await page.getByRole('button', { name: 'Novo objetivo' }).click()
      const sheet = page.getByRole('dialog', { name: 'Novo item' })
      await sheet.getByText('Tarefa', { exact: true }).click()
      await sheet.getByLabel('Título').fill('Pagar DAS')
      await sheet.getByText('Alta').click()
      await sheet.getByLabel('Custo estimado').fill('81,9')
      await sheet.getByLabel('Prazo').fill(formatDate(day(3)))
      await sheet.getByRole('button', { name: 'Salvar' }).click()
      await expect(page).toHaveURL(/aba=tarefas$/)
      await expect(tab(page, 'Lista de Tarefas')).toHaveAttribute('aria-selected', 'true')
      await expect(row(page, 'Pagar DAS')).toContainText('Alta')
      await expect(row(page, 'Pagar DAS')).toContainText(`R$${NBSP}81,90`)
      await expect(row(page, 'Pagar DAS')).toContainText(formatDate(day(3)))
      await expect
        .poll(async () => (await readTasks(page)).find(({ title }) => title === 'Pagar DAS'))
        .toMatchObject({ type: 'task', priority: 'high', estimatedCost: 81.9, estimatedDate: day(3) })
    })
  },
)
