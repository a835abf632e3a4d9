import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { register, signIn, somebody, subscribe, type Person } from '../people.js'
import type { RunningApp } from '../running-app.js'
import { expect, test } from '../test.js'

const GOOD = '4242 4242 4242 4242'
const DECLINED = '4000 0000 0000 0002'
const FAILS_LATER = '4000000000000341'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const welcome = (page: Page) => page.getByRole('dialog', { name: 'Conta criada. Vamos pôr suas finanças no prumo?' })
const strip = (page: Page) => page.getByText('Sua assinatura está cancelada ou vencida.')

async function fillRegistration(page: Page, person: Person): Promise<void> {
  await page.getByLabel('Nome completo').fill(person.name)
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Senha', { exact: true }).fill(person.password)
  await page.getByLabel('Confirme a senha', { exact: true }).fill(person.password)
  await page.getByLabel('Nome do negócio').fill(person.businessName)
  await page.getByLabel('Tipo do negócio').selectOption(person.businessType)
}

/** Lets days pass at the simulated Stripe, whose address the program told. */
async function pass(app: RunningApp, days: number): Promise<void> {
  const address = [...readFileSync(app.log, 'utf8').matchAll(/simulados em (\S+)/g)].at(-1)?.[1]
  const answer = await fetch(`${address}/simulator/clock`, { method: 'POST', body: new URLSearchParams({ days: String(days) }) })
  expect(answer.status).toBeLessThan(400)
}

test('a stranger chooses a plan, registers, has a card declined, goes back, pays and is welcomed once', async ({ page }) => {
  await page.goto('/plans')
  await page.getByRole('radio', { name: /1 ano/ }).check({ force: true })
  await page.getByRole('button', { name: 'Continuar' }).click()
  await page.waitForURL('**/register')
  await fillRegistration(page, somebody())
  const submit = page.getByRole('button', { name: 'Criar conta e ir para o pagamento' })
  await page.evaluate(() => window.scrollTo(0, 0))
  // Seven fields, the password's rule and the button are one screen.
  await expect(page.getByLabel(/Quanto entra por mês/)).toBeInViewport({ ratio: 1 })
  await expect(page.getByText('Pelo menos 6 caracteres.')).toBeInViewport({ ratio: 1 })
  await expect(submit).toBeInViewport({ ratio: 1 })
  await submit.click()

  await expect(heading(page)).toContainText('Assinar')
  await page.getByLabel('Número do cartão').fill(DECLINED)
  await page.getByRole('button', { name: 'Pagar e assinar' }).click()
  await expect(page.getByRole('alert')).toContainText('recusado')
  await page.getByRole('button', { name: 'Cancelar e voltar' }).click()
  await expect(page).toHaveURL(/\/plans\?canceled=true$/)
  await expect(page.getByRole('alert')).toHaveText('Pagamento cancelado. Você pode tentar novamente quando quiser.')
  await expect(page.getByRole('radio', { name: /1 ano/ })).toBeChecked()

  // Who has an account goes straight to the payment.
  await page.getByRole('button', { name: 'Continuar' }).click()
  await page.getByLabel('Número do cartão').fill(GOOD)
  await page.getByRole('button', { name: 'Pagar e assinar' }).click()
  await expect(welcome(page)).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard$/)
  await welcome(page).getByRole('link', { name: 'Lançar a primeira transação' }).click()
  await expect(page).toHaveURL(/\/dashboard\/transactions\?nova=1$/)
  await expect(page.getByRole('dialog', { name: 'Nova Transação' })).toBeVisible()

  await page.goto('/dashboard')
  await expect(page.getByRole('region', { name: 'Resultado do mês' }).getByText(/Lance a primeira transação/)).toBeVisible()
  await expect(welcome(page)).toHaveCount(0)
  // A subscriber has no need of the plans.
  await page.goto('/plans')
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('keys alone lead from the plans through registration and payment to the dashboard', { tag: '@keyboard' }, async ({ page }) => {
  const { name, email, password, businessName } = somebody()
  const { keyboard } = page
  const until = async (label: string | RegExp, role: 'button' | 'radio' | 'textbox' | 'combobox') => {
    const wanted = page.getByRole(role, { name: label, exact: true })
    for (let presses = 0; presses < 20 && !(await wanted.evaluate((element) => element === document.activeElement)); presses++) await keyboard.press('Tab')
    await expect(wanted).toBeFocused()
  }
  await page.goto('/plans')
  await until(/3 meses/, 'radio')
  await keyboard.press('ArrowUp')
  await until('Continuar', 'button')
  await keyboard.press('Enter')

  await page.waitForURL('**/register')
  for (const [label, text] of [['Nome completo', name], ['Email', email], ['Senha', password], ['Confirme a senha', password], ['Nome do negócio', businessName]] as const) {
    await until(label, 'textbox')
    await keyboard.type(text)
  }
  await until('Tipo do negócio', 'combobox')
  await keyboard.type('Alim')
  await until('Criar conta e ir para o pagamento', 'button')
  await keyboard.press('Enter')

  await expect(heading(page)).toContainText('Assinar')
  await until('Número do cartão', 'textbox')
  await keyboard.type(GOOD)
  await keyboard.press('Enter')
  await expect(welcome(page).getByRole('link', { name: 'Lançar a primeira transação' })).toBeFocused()
  await keyboard.press('Escape')
  await expect(welcome(page)).toHaveCount(0)
  await expect(heading(page)).toBeFocused()
})

test('who has to sign in before the payment is settled comes back to it', { tag: '@desktop' }, async ({ page, request }) => {
  const person = await register(request)
  await page.goto('/dashboard?welcome=true&payment=success')
  await signIn(page, person)
  await expect(welcome(page)).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('a renewal that fails is told behind an open app, and its card changed at Stripe takes the word away', async ({ page, request, app }) => {
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
  await cancel()
  await expect(page.getByText('Assinatura cancelada com sucesso!')).toBeVisible()
  await expect(title('Sua assinatura está cancelada.')).toBeVisible()

  await page.getByRole('button', { name: 'Reativar assinatura' }).click()
  await page.getByRole('button', { name: 'Não cancelar mais' }).click()
  await page.getByRole('link', { name: 'Voltar ao Prumo' }).click()
  await expect(page).toHaveURL(/\/dashboard\/settings\?aba=assinatura$/)
  await expect(title('Sua assinatura está ativa.')).toBeVisible()
})

test('a session that the subscription is refused to is over', { tag: '@desktop' }, async ({ page, request }) => {
  const person = await register(request)
  await signIn(page, person)
  await page.route('**/api/subscriptions/status', (route) => route.fulfill({ status: 401, json: { error: 'Sessão expirada. Faça login novamente.', code: 'UNAUTHENTICATED' } }))
  await page.goto('/dashboard/goals')
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByText('Sessão expirada. Faça login novamente.')).toBeVisible()
})
