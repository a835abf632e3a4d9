import type { Page } from '@playwright/test'
import { reais, statusMessage } from '../../ledger.js'
import { signInNewPerson } from '../../people.js'
import { expect, test } from '../../test.js'
import { activeGoals, addProgress, summaryFigure, row, readGoals, createGoals } from './goals-page.js'

test.beforeEach(signInNewPerson)

/** Records the duration of each swing of the bob from now on. */
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

test('progress adds up, can be undone, and reaches the target in one tap', { tag: '@phone' }, async ({ page, app, request }) => {
  await test.step('progress adds up, also with a decimal comma, and can be undone', async () => {
    await createGoals(page, { title: 'Forno', current: 5200 })
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
    await expect(statusMessage(page, `${reais('300,50')} a mais em Forno`)).toBeVisible()
    await expect.poll(async () => (await readGoals(page))[0]?.currentAmount).toBe(5500.5)

    await page.getByRole('button', { name: 'Desfazer' }).click()
    await expect(row(page, 'Forno')).toContainText(`${reais('5.200,00')} de ${reais('8.000,00')}`)
    await expect.poll(async () => (await readGoals(page))[0]?.currentAmount).toBe(5200)
  })

  await test.step('the missing amount is one tap away', async () => {
    await signInNewPerson({ page, request, app })

    await page.emulateMedia({ reducedMotion: 'reduce' })
    await createGoals(page, { title: 'Forno', target: 386.7, current: 86.6 })
    const swings = await watchSwings(page)
    const dialog = await addProgress(page, 'Forno')
    await dialog.getByRole('button', { name: `Tudo o que falta: ${reais('300,10')}` }).click()
    await expect(dialog.getByLabel('Valor')).toHaveValue('300,10')
    await dialog.getByRole('button', { name: 'Adicionar' }).click()
    await expect(statusMessage(page, `Meta concluída: Forno, com ${reais('300,10')} a mais`)).toBeVisible()
    await expect(page.getByText('Nenhuma meta em andamento.')).toBeVisible()
    // With reduced motion nothing swings.
    expect(await swings()).toEqual([])
  })
})

test(
  'progress beyond the target is limited to it, and the goal moves to the completed ones',
  { tag: ['@desktop', '@long'] },
  async ({ page }) => {
    await createGoals(page, { title: 'Forno', current: 5200 }, { title: 'Curso', target: 1900 })
    const swings = await watchSwings(page)
    const dialog = await addProgress(page, 'Forno')
    await dialog.getByLabel('Valor').fill('5000')
    await expect(dialog.getByText(`O que passar de ${reais('2.800,00')} não entra.`)).toBeVisible()
    await dialog.getByRole('button', { name: 'Adicionar' }).click()

    await expect(statusMessage(page, `Meta concluída: Forno. Aplicado: ${reais('2.800,00')} de ${reais('5.000,00')}`)).toBeVisible()
    await expect(activeGoals(page)).toContainText('Meta concluída')
    await expect(activeGoals(page).getByRole('heading', { level: 3 })).toHaveText(['Curso'])
    await expect(summaryFigure(page, 'Concluídas')).toHaveText('1')
    await expect.poll(swings).toEqual([900])
    await expect(row(page, 'Forno')).toBeHidden()
    await page.getByText('Metas Concluídas').click()
    await expect(row(page, 'Forno')).toContainText(reais('8.000,00'))
    await expect
      .poll(async () => (await readGoals(page)).find(({ title }) => title === 'Forno'))
      .toMatchObject({ currentAmount: 8000, completed: true })
  },
)
