import { reais, statusMessage } from '../../ledger.js'
import { signInNewPerson, openOverview } from '../../people.js'
import { expect, test } from '../../test.js'
import { activeGoals, row, readGoals, createGoals } from './goals-page.js'

test.beforeEach(signInNewPerson)

test('goals are ordered by deadline, and each shows where it should be today', { tag: '@desktop' }, async ({ page, app, request }) => {
  await test.step('the nearest deadline comes first, and a late goal says so', async () => {
    await createGoals(page, { title: 'Longe', in: 42 }, { title: 'Atrasada', in: -3 }, { title: 'Hoje', in: 0 }, { title: 'Amanhã', in: 1 })
    await expect(activeGoals(page).getByRole('heading', { level: 3 })).toHaveText(['Atrasada', 'Hoje', 'Amanhã', 'Longe'])
    await expect(row(page, 'Atrasada')).toContainText('3 dias de atraso')
    await expect(row(page, 'Atrasada')).toContainText('Esta meta está em atraso')
    await expect(row(page, 'Hoje')).toContainText('Vence hoje')
    await expect(row(page, 'Hoje')).not.toContainText('em atraso')
    await expect(row(page, 'Amanhã')).toContainText('Falta 1 dia')
    await expect(row(page, 'Longe')).toContainText('Faltam 42 dias')
    await page.getByRole('button', { name: 'Avisos: 3 pendências, 3 novas' }).click()
    await expect(page.getByRole('link', { name: /Atrasada/ })).toContainText('Meta com 3 dias de atraso')
  })

  await test.step('the mark shows where a goal should be today', async () => {
    await signInNewPerson({ page, request, app })

    await createGoals(page, { title: 'Forno', current: 1000, in: 20 })
    await page.clock.setFixedTime(new Date(Date.now() + 5 * 86_400_000))
    await page.reload()
    await expect(row(page, 'Forno')).toContainText('Faltam 15 dias')
    await expect(row(page, 'Forno').getByRole('progressbar')).toHaveAttribute('aria-valuetext', /Hoje deveria estar em 25 por cento$/)
  })
})

test(
  'a goal is deleted and restored, and the overview shows the three that are due next',
  { tag: '@phone' },
  async ({ page, app, request }) => {
    await test.step('the overview shows the three that are due next', async () => {
      await openOverview(page)
      await expect(page.getByRole('region', { name: 'Metas em andamento' })).toHaveCount(0)
      await createGoals(
        page,
        { title: 'Quarta', in: 40 },
        { title: 'Primeira', in: 10, current: 2000 },
        { title: 'Pronta', in: 1, current: 8000 },
        { title: 'Segunda', in: 20 },
        { title: 'Terceira', in: 30 },
      )
      await page.goto('/dashboard')
      const goals = page.getByRole('region', { name: 'Metas em andamento' })
      await expect(goals.getByRole('heading', { level: 3 })).toHaveText(['Primeira', 'Segunda', 'Terceira'])
      await expect(goals.getByRole('listitem').first()).toContainText('25%')
      await goals.getByRole('link', { name: 'Ver metas' }).click()
      await expect(page).toHaveURL(/\/dashboard\/goals$/)
    })

    await test.step('a deletion asks with the goal’s name, and can be undone', async () => {
      await signInNewPerson({ page, request, app })

      await createGoals(page, { title: 'Forno', current: 5200 }, { title: 'Curso' })
      await page.getByRole('button', { name: 'Excluir Forno' }).click()
      const dialog = page.getByRole('dialog', { name: `Excluir Forno, ${reais('5.200,00')} de ${reais('8.000,00')}` })
      await expect(dialog).toContainText('Tem certeza que deseja excluir esta meta?')
      await expect(dialog.getByRole('button', { name: 'Cancelar' })).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(page.getByRole('button', { name: 'Excluir Forno' })).toBeFocused()

      await page.getByRole('button', { name: 'Excluir Forno' }).click()
      await dialog.getByRole('button', { name: 'Excluir' }).click()
      await expect(row(page, 'Forno')).toHaveCount(0)
      await expect(statusMessage(page, 'Meta excluída')).toBeVisible()
      await expect.poll(async () => (await readGoals(page)).length).toBe(1)
      await page.getByRole('button', { name: 'Desfazer' }).click()
      await expect(row(page, 'Forno')).toContainText('65%')
      await expect.poll(async () => (await readGoals(page)).length).toBe(2)
    })
  },
)
