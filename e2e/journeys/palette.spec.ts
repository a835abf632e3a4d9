import { record } from '../ledger.js'
import { openOverviewAsNewPerson } from '../people.js'
import { expect, test } from '../test.js'

test.beforeEach(openOverviewAsNewPerson)

test('while it searches, it says so, and does not say that nothing was found', { tag: ['@keyboard', '@long'] }, async ({ page }) => {
  await record(page, { description: 'Bolo de casamento', amount: 1450 })
  let answer = (): void => undefined
  const held = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/api/transactions?*search=*', async (route) => {
    await held
    await route.fallback()
  })
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox')).toBeFocused()
  await page.keyboard.type('casamento')
  const palette = page.getByRole('dialog', { name: 'Buscar ou ir para' })
  await expect(palette.getByText('Procurando nas transações…')).toBeVisible()
  await expect(palette.getByText('Nada encontrado.')).toHaveCount(0)
  answer()
  await expect(palette.getByRole('option', { name: /^Bolo de casamento/ })).toBeVisible()
  await expect(palette.getByText('Procurando nas transações…')).toHaveCount(0)
})

test('a failed search is reported beside the results so far, and can be retried', { tag: ['@keyboard', '@long'] }, async ({ page }) => {
  await record(page, { description: 'Metas da loja', amount: 10 })
  await page.route('**/api/transactions?*search=*', (route) => route.fulfill({ status: 400, json: { error: 'x', code: 'VALIDATION' } }))
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox')).toBeFocused()
  await page.keyboard.type('metas')
  const palette = page.getByRole('dialog', { name: 'Buscar ou ir para' })
  await expect(palette.getByRole('alert')).toContainText('Não conseguimos carregar as transações.')
  await expect(palette.getByRole('option', { name: 'Metas' })).toBeVisible()
  await page.getByRole('combobox').fill('metas da')
  await expect(palette.getByRole('alert')).toBeVisible()
  await expect(palette.getByText('Nada encontrado.')).toHaveCount(0)
  await page.unrouteAll()
  await palette.getByRole('button', { name: 'Tentar de novo' }).click()
  await expect(palette.getByRole('option', { name: /^Metas da loja/ })).toBeVisible()
  await expect(palette.getByRole('alert')).toHaveCount(0)
})
