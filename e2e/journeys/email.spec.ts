import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../accessibility.js'
import { findMailedLink, findMail } from '../mailbox.js'
import { register, signIn, signOut } from '../people.js'
import { endRoutes } from '../routes.js'
import { expect, test } from '../test.js'

const section = (page: Page) => page.getByRole('region', { name: 'Email' })
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Trocar email' })
const question = (page: Page) => page.getByRole('dialog', { name: 'Confirme que é você' })
const strip = (page: Page) => page.getByRole('status').filter({ hasText: 'Confirme seu email.' })
const address = () => `marina-${randomUUID()}@exemplo.com.br`

/** Requests another address in the settings. */
async function ask(page: Page, email: string): Promise<void> {
  await section(page).getByRole('button', { name: 'Trocar email' }).click()
  await expect(dialog(page).getByLabel('Novo email')).toBeFocused()
  await dialog(page).getByLabel('Novo email').fill(email)
  await dialog(page).getByRole('button', { name: 'Enviar link' }).click()
}

async function confirm(page: Page, password: string): Promise<void> {
  await question(page).getByLabel('Sua senha', { exact: true }).fill(password)
  await question(page).getByRole('button', { name: 'Confirmar' }).click()
}

/** Opens the link in a browser without a session. */
async function follow(page: Page, link: string): Promise<void> {
  await page.goto(link)
  await page.getByRole('button', { name: 'Confirmar' }).click()
}

test('the first email is confirmed by its link, and the strip that asked for it disappears', async ({ page, browser, request, app }) => {
  const person = await register(request)
  await signIn(page, person)
  await expect(strip(page)).toContainText(`Abra o link enviado a ${person.email}.`)
  await expectAccessible(page)
  const first = await findMailedLink(person.email, app, '/confirm-email')
  await strip(page).getByRole('button', { name: 'Reenviar link' }).click()
  await expect(strip(page)).toContainText('Link enviado. Se não chegar, confira a caixa de spam.')
  await expect.poll(() => findMailedLink(person.email, app, '/confirm-email')).not.toBe(first)
  const link = await findMailedLink(person.email, app, '/confirm-email')

  const mailbox = await browser.newPage({ baseURL: app.url })
  await follow(mailbox, first)
  await expect(mailbox.getByRole('alert')).toHaveText('Link inválido ou expirado. Peça um novo.')
  await mailbox.goto('about:blank')
  await mailbox.route('**/api/auth/confirm-email', (route) => route.abort())
  await follow(mailbox, link)
  await expect(mailbox.getByRole('alert')).toHaveText('Erro de conexão. Verifique sua internet e tente novamente.')
  await endRoutes(mailbox)
  await mailbox.getByRole('button', { name: 'Confirmar' }).click()
  await expect(mailbox.getByRole('status')).toContainText('Email confirmado.')
  // Other open pages are notified.
  await expect(strip(page)).toBeHidden({ timeout: 20_000 })
  await page.goto('/dashboard/settings?aba=conta')
  await expect(section(page).getByRole('listitem')).toContainText('Confirmado')
  await mailbox.getByRole('link', { name: 'Abrir o Prumo' }).click()
  await expect(mailbox).toHaveURL(/\/login$/)
  await mailbox.close()
})

test(
  'a change of email asks for the password, is made by a link, and is used for signing in from then on',
  { tag: '@long' },
  async ({ page, browser, request, app }) => {
    const person = await register(request)
    const email = address()
    await signIn(page, person)
    await page.goto('/dashboard/settings?aba=conta')
    await ask(page, person.email.toUpperCase())
    await expect(dialog(page).getByLabel('Novo email')).toHaveAccessibleDescription('Este já é o email da sua conta.')
    await dialog(page).getByLabel('Novo email').fill(email)
    await dialog(page).getByRole('button', { name: 'Enviar link' }).click()
    await confirm(page, 'outra-senha')
    await expect(question(page)).toContainText('Senha atual incorreta.')
    await confirm(page, person.password)
    await expect(section(page).getByRole('status')).toContainText(`Falta confirmar pelo link que enviamos a ${email}.`)
    await expect(section(page).getByRole('listitem')).toContainText(person.email)
    await expect.poll(() => findMail(person.email, app)).toContain('Pediram para trocar o email da sua conta no Prumo.')

    const mailbox = await browser.newPage({ baseURL: app.url })
    await follow(mailbox, await findMailedLink(email, app, '/confirm-email'))
    await expect(mailbox.getByRole('status')).toContainText('Email confirmado.')
    await mailbox.close()
    await expect(section(page).getByRole('status')).toContainText('Email trocado. Agora você entra com ele.', { timeout: 20_000 })
    await expect(section(page).getByRole('listitem')).toContainText(email)
    await expect(strip(page)).toBeHidden()
    await expect.poll(() => findMail(person.email, app)).toContain('O email da sua conta no Prumo foi trocado.')

    await page.goto('/dashboard/activity')
    await expect(page.getByRole('main')).toContainText('Você trocou o email da conta')
    await signOut(page)
    await page.getByLabel('Email').fill(person.email)
    await page.getByLabel('Senha', { exact: true }).fill(person.password)
    await page.getByRole('button', { name: 'Entrar', exact: true }).click()
    await expect(page.getByRole('alert')).toHaveText('Email ou senha incorretos. Verifique seus dados e tente novamente.')
    await signIn(page, { ...person, email })
  },
)

test('that an email is taken is said only in a mail to its owner', { tag: ['@desktop', '@long'] }, async ({ page, request, app }) => {
  const [person, other] = [await register(request), await register(request)]
  await signIn(page, person)
  await page.goto('/dashboard/settings?aba=conta')
  await ask(page, other.email)
  await confirm(page, person.password)
  await expect(section(page).getByRole('status')).toContainText(`Falta confirmar pelo link que enviamos a ${other.email}.`)
  await expect.poll(() => findMail(other.email, app)).toContain('nada mudou em nenhuma das duas')
})

test(
  'an email that another account took meanwhile is not changed, and the page says so',
  { tag: ['@desktop', '@long'] },
  async ({ page, request, app }) => {
    const person = await register(request)
    const email = address()
    await signIn(page, person)
    await page.goto('/dashboard/settings?aba=conta')
    await ask(page, email)
    await confirm(page, person.password)
    const link = await findMailedLink(email, app, '/confirm-email')
    await expect(await request.post('/api/auth/register', { data: { ...(await register(request)), email } })).toBeOK()
    await follow(page, link)
    await expect(page.getByRole('alert')).toHaveText('Este email já está em uso em outra conta. Nada mudou.')
    await page.getByRole('link', { name: 'Escolher outro email' }).click()
    await expect(section(page).getByRole('listitem')).toContainText(person.email)
  },
)
