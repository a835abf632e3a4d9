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

/** A new person, unknown to every other test. */
export function newPerson(): TestPerson {
  return {
    name: 'Marina Duarte',
    email: `marina-${randomUUID()}@exemplo.com.br`,
    password: 'senha-da-marina',
    businessName: 'Doce Lar Confeitaria',
    businessType: 'Alimentação',
  }
}

/** Registers a new person. */
export async function register(request: APIRequestContext): Promise<TestPerson> {
  const person = newPerson()
  await expect(await request.post('/api/auth/register', { data: person })).toBeOK()
  return person
}

/** Has the token's person pay a plan on the page of the simulated Stripe, which is required after the first minutes. */
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

/** Fills every field of the registration page. */
export async function fillRegistration(page: Page, person: TestPerson): Promise<void> {
  await page.getByLabel('Nome completo').fill(person.name)
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Senha', { exact: true }).fill(person.password)
  await page.getByLabel('Confirme a senha', { exact: true }).fill(person.password)
  await page.getByLabel('Nome do negócio').fill(person.businessName)
  await page.getByLabel('Tipo do negócio').selectOption(person.businessType)
}

/** Pays on the payment page, with a card that succeeds. */
export async function pay(page: Page): Promise<void> {
  await page.getByLabel('Número do cartão').fill('4242 4242 4242 4242')
  await page.getByRole('button', { name: 'Pagar e assinar' }).click()
  await expectSubscribed(page)
}

/** The dialog after the first payment. */
export const welcomeDialog = (page: Page) => page.getByRole('dialog', { name: 'Conta criada. Vamos pôr suas finanças no prumo?' })

/** Expects the welcome over the overview, with an address that no longer names the payment. */
export async function expectSubscribed(page: Page): Promise<void> {
  await expect(welcomeDialog(page)).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard$/)
  const token = await page.evaluate(() => sessionStorage.getItem('prumo:token'))
  const answer = await page.request.get('/api/subscriptions/status', { headers: { Authorization: `Bearer ${token}` } })
  expect(await answer.json()).toMatchObject({ subscription: { status: 'active' } })
}

/** Signs in on the sign-in page, and waits for the overview or the requested screen. */
export async function signIn(page: Page, { email, password }: TestPerson): Promise<void> {
  if (!page.url().includes('/login')) await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Senha', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  await page.waitForURL(/\/dashboard/)
  await waitForScreen(page)
}

/** Waits for a screen of the app; the frame before it has a heading too. A screen that shows its heading handles keys. */
export async function waitForScreen(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).filter({ hasNotText: 'Abrindo' })).toBeAttached()
}

interface SignInContext {
  page: Page
  request: APIRequestContext
  /** If given, the e-mail is confirmed, so that no strip asks for it. */
  app?: RunningApp
}

/**
 * The start of most journeys: signs in a new person, without opening a screen. The session of the registration is stored as
 * the sign-in page would store it, which has journeys of its own.
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
  // A page of the origin that starts nothing.
  await page.goto(`${origin}/api/health/live`)
  await page.evaluate(({ token, user }) => {
    sessionStorage.setItem('prumo:user', JSON.stringify(user))
    sessionStorage.setItem('prumo:signed-in-at', new Date().toISOString())
    sessionStorage.setItem('prumo:token', token)
  }, session)
  return person
}

/** Signs in to the example account, without opening a screen. Tests only read it. */
export async function signInAsExample({ page, request }: Pick<SignInContext, 'page' | 'request'>): Promise<void> {
  const data = { email: 'exemplo@prumo.app', password: 'exemplo123' }
  const session = (await (await request.post('/api/auth/login', { data })).json()) as { token: string; user: object }
  await page.goto('/api/health/live')
  await page.evaluate(({ token, user }) => {
    sessionStorage.setItem('prumo:user', JSON.stringify(user))
    sessionStorage.setItem('prumo:token', token)
  }, session)
}

export async function openOverview(page: Page): Promise<void> {
  await page.goto('/dashboard')
  await waitForScreen(page)
}

/** Removes the first steps of the person who is signed in on the page, as on the overview of an older account. */
export async function dismissFirstSteps(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { id } = JSON.parse(sessionStorage.getItem('prumo:user') ?? '{}') as { id: string }
    localStorage.setItem('prumo-device:first-steps', JSON.stringify({ [id]: ['dismissed'] }))
  })
}

/** Signs in a new person at the overview. */
export async function openOverviewAsNewPerson({ page, request, app }: SignInContext): Promise<TestPerson> {
  const person = await signInNewPerson({ page, request, ...(app && { app }) })
  await openOverview(page)
  return person
}

/** Signs out by the menu of the current screen size. */
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
