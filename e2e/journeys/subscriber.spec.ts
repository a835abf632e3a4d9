import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { register, signIn, subscribe, welcome } from '../people.js'
import type { RunningApp } from '../running-app.js'
import { expect, test } from '../test.js'

const GOOD = '4242 4242 4242 4242'
const FAILS_LATER = '4000000000000341'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const strip = (page: Page) => page.getByText('Sua assinatura está cancelada ou vencida.')

/** Lets days pass at the simulated Stripe, whose address the program told. */
async function pass(app: RunningApp, days: number): Promise<void> {
  const address = [...readFileSync(app.log, 'utf8').matchAll(/simulados em (\S+)/g)].at(-1)?.[1]
  const answer = await fetch(`${address}/simulator/clock`, { method: 'POST', body: new URLSearchParams({ days: String(days) }) })
  expect(answer.status).toBeLessThan(400)
}

test('who has to sign in before the payment is settled comes back to it', { tag: '@desktop' }, async ({ page, request }) => {
  const person = await register(request)
  await page.goto('/dashboard?welcome=true&payment=success')
  // The door remembers where they came from.
  await page.waitForURL('**/login')
  await signIn(page, person)
  await expect(welcome(page)).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('a renewal that fails is told behind an open app, and its card changed at Stripe takes the word away', async ({
  page,
  request,
  app,
}) => {
  const person = await register(request)
  await signIn(page, person)
  await subscribe(request, (await page.evaluate(() => sessionStorage.getItem('prumo:token'))) ?? '', FAILS_LATER)
  await expect(strip(page)).toHaveCount(0)
  await pass(app, 33)
  await expect(strip(page)).toBeVisible()
  await page.getByRole('button', { name: 'Renovar Agora' }).click()
  await expect(heading(page)).toHaveText('Sua assinatura')
  await page.getByLabel('Número do cartão').fill(GOOD)
  await page.getByRole('button', { name: 'Usar este cartão' }).click()
  await page.getByRole('link', { name: 'Voltar ao Prumo' }).click()
  await page.waitForURL('**/dashboard/**')
  await expect(strip(page)).toHaveCount(0)
})

test('a subscriber reads what they pay for, cancels, and takes it back at Stripe', async ({ page, request, isMobile }) => {
  await signIn(page, await register(request))
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
  await page.route('**/api/subscriptions/*/cancel', (route) => route.abort(), { times: 1 })
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

test('a session that the subscription is refused to is over', { tag: '@desktop' }, async ({ page, request }) => {
  const person = await register(request)
  await signIn(page, person)
  await page.route('**/api/subscriptions/status', (route) =>
    route.fulfill({ status: 401, json: { error: 'Sessão expirada. Faça login novamente.', code: 'UNAUTHENTICATED' } }),
  )
  await page.goto('/dashboard/goals')
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByText('Sessão expirada. Faça login novamente.')).toBeVisible()
})
