import type { APIRequestContext, Page } from '@playwright/test'
import { register, signIn, signInNewPerson, subscribe, welcomeDialog } from '../people.js'
import { routeOnce } from '../routes.js'
import { expect, test } from '../test.js'

const GOOD = '4242 4242 4242 4242'
const ASKS_LATER = '4000002760003184'

test('a visitor who has to sign in before the payment is settled returns to it', { tag: '@desktop' }, async ({ page, request }) => {
  const person = await register(request)
  await page.goto('/dashboard?welcome=true&payment=success')
  // The sign-in remembers the requested page.
  await page.waitForURL('**/login')
  await signIn(page, person)
  await expect(welcomeDialog(page)).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('a subscriber sees what they pay for, cancels, and withdraws the cancellation at Stripe', async ({ page, request, isMobile }) => {
  await signInNewPerson({ page, request })
  await subscribe(request, (await page.evaluate(() => sessionStorage.getItem('prumo:token'))) ?? '')
  await page.goto('/dashboard/settings')
  const part = page.getByRole('link', { name: /^Assinatura/ })
  if (isMobile) await expect(part).toContainText(/Ativa, renova em \d\d\/\d\d\/\d{4}/)
  await part.click()
  const title = (name: string) => page.getByRole('heading', { level: 2, name })
  await expect(title('Sua assinatura está ativa.')).toBeVisible()
  await expect(page.getByText('Visa, final 4242')).toBeVisible()
  await expect(page.getByText(/^1 mês, R\$\s47,00 por mês$/)).toBeVisible()
  await expect(page.getByText(/^Se cancelar hoje, o acesso vai até \d\d\/\d\d\/\d{4} e nada mais é cobrado/)).toBeVisible()

  const dialog = page.getByRole('dialog', { name: 'Cancelar assinatura' })
  const cancel = async () => {
    await page.getByRole('button', { name: 'Cancelar assinatura' }).click()
    await expect(dialog.getByRole('button', { name: 'Manter assinatura' })).toBeFocused()
    await dialog.getByRole('button', { name: 'Cancelar assinatura' }).click()
  }
  await routeOnce(page, '**/api/subscriptions/*/cancel', (route) => route.abort())
  await cancel()
  await expect(dialog.getByRole('alert')).toHaveText('Erro ao cancelar assinatura. Tente novamente.')
  await dialog.getByRole('button', { name: 'Manter assinatura' }).click()
  await expect(dialog).toHaveCount(0)
  await cancel()
  await expect(page.getByText('Assinatura cancelada com sucesso!')).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name: /^Ativa até \d\d\/\d\d\/\d{4}$/ })).toBeVisible()

  await page.getByRole('button', { name: 'Reativar assinatura' }).click()
  await page.getByRole('button', { name: 'Não cancelar mais' }).click()
  await page.getByRole('link', { name: 'Voltar ao Prumo' }).click()
  await expect(page).toHaveURL(/\/dashboard\/settings\?aba=assinatura$/)
  await expect(title('Sua assinatura está ativa.')).toBeVisible()
})

const tab = '/dashboard/settings?aba=assinatura'
const change = (page: Page) => page.getByRole('dialog', { name: 'Mudar de plano' })
/** The text of the tab about the paid plan. */
const plan = (page: Page, text: RegExp) => expect(page.getByText(text)).toBeVisible()

async function subscriber(page: Page, request: APIRequestContext, card?: string): Promise<void> {
  await signInNewPerson({ page, request })
  await subscribe(request, (await page.evaluate(() => sessionStorage.getItem('prumo:token'))) ?? '', card)
  await page.goto(tab)
  await plan(page, /^1 mês, R\$\s47,00 por mês$/)
}

test('a subscriber sees what a longer plan costs today, and pays it', async ({ page, request }) => {
  await subscriber(page, request)
  await page.getByRole('button', { name: 'Mudar de plano' }).click()
  await expect(change(page).getByRole('button', { name: 'Manter o plano de agora' })).toBeFocused()
  await expect(change(page).getByRole('radio', { name: /^3 meses/ })).toBeChecked()
  await change(page)
    .getByRole('radio', { name: /^1 ano/ })
    .check()
  // The payment was just made, so the whole month is credited, within a centavo of elapsed time.
  await expect(change(page)).toContainText(
    /Plano de 1 ano\s*R\$\s297,00\s*Já pago e não usado\s*-R\$\s4[67],\d\d\s*Hoje você paga\s*R\$\s25\d,\d\d/,
  )
  await change(page).getByRole('button', { name: 'Pagar e mudar' }).click()
  await expect(page.getByText('Pronto. Seu plano é o de 1 ano.')).toBeVisible()
  await plan(page, /^1 ano, R\$\s297,00 por ano$/)
  await page.reload()
  await plan(page, /^1 ano, R\$\s297,00 por ano$/)
})

test(
  'a shorter plan waits for the end of the paid period, is still shown after a reload, and can be canceled',
  { tag: '@long' },
  async ({ page, request }) => {
    await subscriber(page, request)
    await page.getByRole('button', { name: 'Mudar de plano' }).click()
    await change(page).getByRole('button', { name: 'Pagar e mudar' }).click()
    await plan(page, /^3 meses, R\$\s97,00 a cada 3 meses$/)
    await page.getByRole('button', { name: 'Mudar de plano' }).click()
    await change(page)
      .getByRole('radio', { name: /^1 mês/ })
      .check()
    await expect(change(page)).toContainText('Hoje você não paga nada')
    await change(page).getByRole('button', { name: 'Marcar a mudança' }).click()
    await expect(page.getByText(/^Mudança marcada para \d\d\/\d\d\/\d{4}\.$/)).toBeVisible()
    await page.reload()
    const waiting = page.getByText(/^Muda para o plano de 1 mês em \d\d\/\d\d\/\d{4}$/)
    await expect(waiting).toBeVisible()
    await page.getByRole('button', { name: 'Manter o plano de agora' }).click()
    await expect(waiting).toHaveCount(0)
    await page.reload()
    await plan(page, /^3 meses, R\$\s97,00 a cada 3 meses$/)
    await expect(waiting).toHaveCount(0)
  },
)

test(
  'a card that needs authentication changes nothing, and another one does',
  { tag: ['@desktop', '@long'] },
  async ({ page, request }) => {
    await subscriber(page, request, ASKS_LATER)
    await page.getByRole('button', { name: 'Mudar de plano' }).click()
    await change(page).getByRole('button', { name: 'Pagar e mudar' }).click()
    await expect(change(page).getByRole('alert')).toContainText('O banco pede que você confirme o pagamento com este cartão, e nada mudou.')
    await change(page).getByRole('button', { name: 'Abrir a Stripe' }).click()
    await page.getByLabel('Número do cartão').fill(GOOD)
    await page.getByRole('button', { name: 'Usar este cartão' }).click()
    await page.getByRole('link', { name: 'Voltar ao Prumo' }).click()
    await plan(page, /^1 mês, R\$\s47,00 por mês$/)
    await page.getByRole('button', { name: 'Mudar de plano' }).click()
    await change(page).getByRole('button', { name: 'Pagar e mudar' }).click()
    await plan(page, /^3 meses, R\$\s97,00 a cada 3 meses$/)
  },
)

test('a change whose answer is lost is detected, and not paid again', { tag: ['@desktop', '@long'] }, async ({ page, request }) => {
  await subscriber(page, request)
  await page.getByRole('button', { name: 'Mudar de plano' }).click()
  await expect(change(page)).toContainText('Hoje você paga')
  const shown = await change(page).getByText('Hoje você paga').locator('..').textContent()
  const changed = /^3 meses, R\$\s97,00 a cada 3 meses$/
  // The request is done, and its answer is lost after the new plan has arrived.
  await routeOnce(page, '**/api/subscriptions/change', async (route) => {
    await route.fetch()
    await expect(page.getByText(changed)).toBeAttached()
    await expect(change(page).getByRole('button', { name: 'Mudando…' })).toBeVisible()
    await expect(change(page).getByRole('radio', { name: /3 meses/ })).toBeChecked()
    await expect(change(page).getByText('Hoje você paga').locator('..')).toHaveText(shown ?? '')
    await route.abort()
  })
  await change(page).getByRole('button', { name: 'Pagar e mudar' }).click()
  await expect(page.getByText('Pronto. Seu plano é o de 3 meses.')).toBeVisible()
  await expect(change(page)).toHaveCount(0)
  await plan(page, changed)
})

test('a session without access to the subscription ends', { tag: ['@desktop', '@long'] }, async ({ page, request }) => {
  const person = await register(request)
  await signIn(page, person)
  await page.route('**/api/subscriptions/status', (route) =>
    route.fulfill({ status: 401, json: { error: 'Sessão expirada. Faça login novamente.', code: 'UNAUTHENTICATED' } }),
  )
  // The open screen is refused as well, and may redirect at the same moment.
  await page.goto('/dashboard/goals').catch(() => undefined)
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByText('Sessão expirada. Faça login novamente.')).toBeVisible()
})
