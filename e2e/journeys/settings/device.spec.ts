import { openOverviewAsNewPerson } from '../../people.js'
import { expect, test } from '../../test.js'

test.beforeEach(openOverviewAsNewPerson)

test('on a phone the list shows the state of each section and leads to a page for each, and back', { tag: '@light' }, async ({ page }) => {
  await page.goto('/dashboard/settings')
  const preferences = page.getByRole('link', { name: /^Preferências/ })
  await expect(preferences).toContainText('Avisos ligados, tema claro')
  await expect(page.getByRole('link', { name: /^Instalação/ })).toContainText('Aberto no navegador')
  await expect(page.getByText('Versão 1.0.0')).toBeVisible()
  await preferences.click()
  await expect(page).toHaveURL(/\?aba=preferencias$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Preferências' })).toBeFocused()

  await page.getByRole('checkbox', { name: 'Receber avisos' }).uncheck()
  const appearance = page.getByRole('group', { name: 'Aparência' })
  await expect(appearance.getByRole('radio', { name: 'Claro' })).toBeChecked()
  await page.emulateMedia({ colorScheme: 'dark' })
  await appearance.getByText('Como no sistema', { exact: true }).click()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light')
  await page.reload()
  await expect(appearance.getByRole('radio', { name: 'Como no sistema' })).toBeChecked()
  await appearance.getByText('Escuro', { exact: true }).click()
  await expect(page.getByRole('button', { name: 'Avisos desligados' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('checkbox', { name: 'Receber avisos' })).not.toBeChecked()
  await page.getByRole('button', { name: 'Voltar' }).click()
  await expect(page.getByRole('link', { name: /^Preferências/ })).toContainText('Avisos desligados, tema escuro')

  await page.getByRole('link', { name: /^Suporte/ }).click()
  for (const [name, path] of [
    ['Contato e perguntas frequentes', '/contact'],
    ['Política de privacidade', '/privacy'],
    ['Termos de uso', '/terms'],
  ] as const) {
    await expect(page.getByRole('link', { name })).toHaveAttribute('href', path)
  }
})

test('single-key shortcuts can be turned off, and installing is explained for each system', { tag: '@desktop' }, async ({ page }) => {
  await page.goto('/dashboard/settings?aba=preferencias')
  await page.getByRole('checkbox', { name: 'Atalhos de uma tecla só' }).uncheck()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('checkbox', { name: 'Atalhos de uma tecla só' }).check()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Atalhos do teclado' })).toContainText('Ir para Configurações')
  await page.keyboard.press('Escape')

  await page.getByRole('link', { name: 'Instalação' }).click()
  await page.getByRole('tab', { name: 'iPhone e iPad' }).click()
  await expect(page.getByRole('tabpanel')).toContainText('Adicionar à Tela de Início')
  // The browser's own offer is taken at a later moment.
  await page.evaluate(() =>
    window.dispatchEvent(
      Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt: async () => void (document.title = 'oferecido') }),
    ),
  )
  await page.getByRole('button', { name: 'Instalar agora' }).click()
  await expect(page).toHaveTitle('oferecido')
  await expect(page.getByRole('button', { name: 'Instalar agora' })).toHaveCount(0)
})
