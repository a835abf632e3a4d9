import { expect, type APIRequestContext, type Page } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { confirmEmail } from './mailbox.js'
import type { RunningApp } from './running-app.js'

export interface TestPerson {
  name: string
  email: string
  password: string
  businessName: string
  businessType: string
}

/** Someone new, whom no other test knows. */
export function newPerson(): TestPerson {
  return {
    name: 'Marina Duarte',
    email: `marina-${randomUUID()}@exemplo.com.br`,
    password: 'senha-da-marina',
    businessName: 'Doce Lar Confeitaria',
    businessType: 'Alimentação',
  }
}

/** Someone with an account. */
export async function register(request: APIRequestContext): Promise<TestPerson> {
  const person = newPerson()
  await expect(await request.post('/api/auth/register', { data: person })).toBeOK()
  return person
}

/** Has whom a token stands for pay a plan on the page of the simulated Stripe: whoever lives longer than the first minutes has to. */
export async function subscribe(request: APIRequestContext, token: string, card = '4242424242424242'): Promise<void> {
  const headers = { Authorization: `Bearer ${token}` }
  const { plans } = (await (await request.get('/api/plans')).json()) as { plans: { priceId: string }[] }
  const origin = new URL((await request.get('/api/health/live')).url()).origin
  const data = {
    priceId: plans[0]?.priceId,
    successUrl: `${origin}/dashboard?session_id={CHECKOUT_SESSION_ID}`,
    cancelUrl: `${origin}/plans`,
    mode: 'subscription',
  }
  const checkout = await request.post('/api/subscriptions/checkout', { headers, data })
  await expect(checkout).toBeOK()
  const { url } = (await checkout.json()) as { url: string }
  const paid = await request.post(url, { form: { card }, maxRedirects: 0 })
  const session = new URL(paid.headers()['location'] ?? '').searchParams.get('session_id') ?? ''
  await expect(await request.get(`/api/subscriptions/status?session_id=${session}`, { headers })).toBeOK()
}

/** On the page of registration: everything that is asked. */
export async function fillRegistration(page: Page, person: TestPerson): Promise<void> {
  await page.getByLabel('Nome completo').fill(person.name)
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Senha', { exact: true }).fill(person.password)
  await page.getByLabel('Confirme a senha', { exact: true }).fill(person.password)
  await page.getByLabel('Nome do negócio').fill(person.businessName)
  await page.getByLabel('Tipo do negócio').selectOption(person.businessType)
}

/** On the payment page, with a card that pays. */
export async function pay(page: Page): Promise<void> {
  await page.getByLabel('Número do cartão').fill('4242 4242 4242 4242')
  await page.getByRole('button', { name: 'Pagar e assinar' }).click()
  await expectSubscribed(page)
}

/** What greets whoever comes from paying for the first time. */
export const welcomeDialog = (page: Page) => page.getByRole('dialog', { name: 'Conta criada. Vamos pôr suas finanças no prumo?' })

/** Back from the payment: welcomed over the overview, with an address that says nothing of it any more. */
export async function expectSubscribed(page: Page): Promise<void> {
  await expect(welcomeDialog(page)).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard$/)
  const token = await page.evaluate(() => sessionStorage.getItem('prumo:token'))
  const answer = await page.request.get('/api/subscriptions/status', { headers: { Authorization: `Bearer ${token}` } })
  expect(await answer.json()).toMatchObject({ subscription: { status: 'active' } })
}

/** From the login on the screen to the overview, or to where the person was going. */
export async function signIn(page: Page, { email, password }: TestPerson): Promise<void> {
  if (!page.url().includes('/login')) await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Senha', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  await page.waitForURL(/\/dashboard/)
  await waitForScreen(page)
}

/** With its heading a screen has arrived, and hears keys. */
async function waitForScreen(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).filter({ hasNotText: 'Abrindo' })).toBeAttached()
}

interface SignInContext {
  page: Page
  request: APIRequestContext
  /** With it their e-mail is confirmed, so that no strip asks for that. */
  app?: RunningApp
}

/**
 * How most journeys begin: someone new, signed in and at no screen yet. The session of their registration lies where the
 * door would have left it; the door itself is the matter of the journeys of identity.
 */
export async function signInNewPerson({ page, request, app }: SignInContext): Promise<TestPerson> {
  return signInNewPersonAt('', { page, request, ...(app && { app }) })
}

/** The same where the program is reached at another address. */
export async function signInNewPersonAt(origin: string, { page, request, app }: SignInContext): Promise<TestPerson> {
  const person = newPerson()
  const answer = await request.post('/api/auth/register', { data: person })
  await expect(answer).toBeOK()
  const session = (await answer.json()) as { token: string; user: object }
  if (app) {
    await confirmEmail(request, app, person.email)
    Object.assign(session.user, { emailVerified: true })
  }
  // What belongs to the origin and begins nothing.
  await page.goto(`${origin}/api/health/live`)
  await page.evaluate(({ token, user }) => {
    sessionStorage.setItem('prumo:user', JSON.stringify(user))
    sessionStorage.setItem('prumo:signed-in-at', new Date().toISOString())
    sessionStorage.setItem('prumo:token', token)
  }, session)
  return person
}

export async function openOverview(page: Page): Promise<void> {
  await page.goto('/dashboard')
  await waitForScreen(page)
}

/** Someone new, signed in, at the overview. */
export async function openOverviewAsNewPerson({ page, request, app }: SignInContext): Promise<TestPerson> {
  const person = await signInNewPerson({ page, request, ...(app && { app }) })
  await openOverview(page)
  return person
}

/** By the menu of the size at hand. */
export async function signOut(page: Page): Promise<void> {
  const more = page.getByRole('button', { name: 'Mais', exact: true })
  const account = page.getByRole('button', { name: /^Conta de/ })
  await expect(more.or(account)).toBeVisible()
  if (await more.isVisible()) {
    await more.click()
    await page.getByRole('button', { name: 'Sair' }).click()
  } else {
    await account.click()
    await page.getByRole('menuitem', { name: 'Sair' }).click()
  }
  await page.waitForURL('**/login')
}
