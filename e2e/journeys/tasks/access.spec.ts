import { expectAccessible, expectNoSidewaysScroll, preferDark } from '../../accessibility.js'
import { chooseInPalette, leaveAndReturn } from '../../keys.js'
import { signInNewPerson, openOverview } from '../../people.js'
import { expect, test } from '../../test.js'
import { askToDelete, box, boxes, expectOrder, openTasks, row, withTasks } from './tasks-page.js'

test.beforeEach(signInNewPerson)

test('a checkbox has the size of a finger', { tag: '@phone' }, async ({ page }) => {
  await withTasks(page, { title: 'A' })
  const target = await row(page, 'A').locator('label').boundingBox()
  expect(target?.width).toBeGreaterThanOrEqual(44)
  expect(target?.height).toBeGreaterThanOrEqual(44)
})

test('everything works by keyboard, and a row stays while the focus is in it', { tag: ['@keyboard', '@long'] }, async ({ page }) => {
  await openOverview(page)
  await chooseInPalette(page, 'nova tarefa')
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

  await leaveAndReturn(page, 'f', /\/dashboard\/tasks$/)
})

for (const scheme of ['light', 'dark'] as const) {
  test(`accessible in every state, ${scheme}`, { tag: `@${scheme}` }, async ({ page }) => {
    if (scheme === 'dark') await preferDark(page)
    await openTasks(page)
    await expect(page.getByRole('heading', { name: 'Nenhum objetivo criado' })).toBeVisible()
    await expectAccessible(page)
    await withTasks(
      page,
      { title: 'A', priority: 'high', estimatedCost: 1450 },
      { title: 'B', priority: 'low', completed: true },
      { title: 'C' },
    )
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
  await withTasks(page, {
    title: 'Um título que é bem mais comprido do que cabe em uma linha',
    priority: 'high',
    estimatedCost: 999_999_999.99,
    estimatedDate: '2031-11-20',
  })
  await expect(boxes(page)).toHaveCount(1)
  await expectNoSidewaysScroll(page)
  await page.addStyleTag({ content: 'html { font-size: 200% }' })
  await expectNoSidewaysScroll(page)
  await page.goto('/dashboard')
  await expect(page.getByRole('region', { name: 'Para fazer' })).toBeVisible()
  await expectNoSidewaysScroll(page)
})
