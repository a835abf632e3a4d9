import { day, reais, statusMessage } from '../../ledger.js'
import { signInNewPerson } from '../../people.js'
import { expect, test } from '../../test.js'
import { activeGoals, summaryFigure, fillDeadline, openGoals, row, createGoals } from './goals-page.js'

test.beforeEach(signInNewPerson)

test('the first goal is named and valued in the list itself', { tag: '@phone' }, async ({ page }) => {
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
  await expect(statusMessage(page, 'Meta criada')).toBeVisible()
  await expect(summaryFigure(page, 'Em andamento')).toHaveText('1')
  await expect(summaryFigure(page, 'Guardado')).toHaveText(reais('5.200,00'))
  await expect(summaryFigure(page, 'Valor total')).toHaveText(reais('8.000,00'))

  await page.reload()
  await expect(goal.getByRole('progressbar')).toHaveAttribute(
    'aria-valuetext',
    `65 por cento, ${reais('5.200')} de ${reais('8.000')}. Hoje deveria estar em 0 por cento`,
  )
})

test(
  'a goal is validated field by field, edited in its place, and active again with a higher target',
  { tag: ['@desktop', '@long'] },
  async ({ page, app, request }) => {
    await test.step('missing fields are reported at the fields, in the order of the form', async () => {
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

    await test.step('a goal is edited in place, and moves to the position of its deadline', async () => {
      await createGoals(page, { title: 'Forno', in: 10 }, { title: 'Curso', in: 20 })
      await page.getByRole('button', { name: 'Editar Forno' }).click()
      const form = page.getByRole('form', { name: 'Editar Forno' })
      await expect(form.getByLabel('Título')).toBeFocused()
      await expect(form.getByLabel('Valor da meta')).toHaveValue('8.000,00')
      await form.getByLabel('Título').fill('Forno novo')
      await fillDeadline(page, form, day(30))
      await form.getByRole('button', { name: 'Salvar' }).click()
      await expect(activeGoals(page).getByRole('heading', { level: 3 })).toHaveText(['Curso', 'Forno novo'])
      await expect(statusMessage(page, 'Alteração salva')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Editar Forno novo' })).toBeFocused()

      await page.getByRole('button', { name: 'Editar Curso' }).click()
      await page.goBack()
      await expect(page.getByRole('form')).toHaveCount(0)
      await expect(page.getByRole('button', { name: 'Editar Curso' })).toBeFocused()

      await page.getByRole('button', { name: 'Editar Curso' }).click()
      await page.getByLabel('Título').fill('Curso de doces')
      await page.keyboard.press('Escape')
      await expect(page.getByRole('form')).toHaveCount(0)
      await expect(page).toHaveURL(/\/dashboard\/goals$/)
      await page.getByRole('button', { name: 'Editar Curso' }).click()
      await page.getByRole('button', { name: 'Continuar de onde parou' }).click()
      await expect(page.getByLabel('Título')).toHaveValue('Curso de doces')
      await page.getByRole('navigation', { name: 'Principal' }).getByRole('link', { name: 'Transações' }).click()
      await expect(page).toHaveURL(/\/dashboard\/transactions$/)
    })

    await test.step('a completed goal with a higher target is active again', async () => {
      await signInNewPerson({ page, request, app })

      await createGoals(page, { title: 'Forno', current: 8000 })
      await page.getByText('Metas Concluídas').click()
      await page.getByRole('button', { name: 'Editar Forno' }).click()
      const form = page.getByRole('form', { name: 'Editar Forno' })
      await form.getByLabel('Valor da meta').fill('10000')
      await form.getByRole('button', { name: 'Salvar' }).click()
      await expect(activeGoals(page).getByRole('heading', { level: 3 })).toHaveText(['Forno'])
      await expect(row(page, 'Forno')).toContainText('80%')
    })
  },
)
