import type { Page } from '@playwright/test'
import { callApi } from '../ledger.js'
import { register, signIn, signOut, type TestPerson } from '../people.js'
import { expect, test } from '../test.js'
import { VirtualAuthenticator, withoutAutofill } from '../virtual-authenticator.js'

const section = (page: Page) => page.getByRole('region', { name: 'Chaves de acesso' })
const create = (page: Page) => section(page).getByRole('button', { name: 'Criar chave neste aparelho' })
const question = (page: Page) => page.getByRole('dialog', { name: 'Confirme que é você' })

async function confirm(page: Page, password: string): Promise<void> {
  await expect(question(page).getByLabel('Sua senha', { exact: true })).toBeFocused()
  await question(page).getByLabel('Sua senha', { exact: true }).fill(password)
  await question(page).getByRole('button', { name: 'Confirmar' }).click()
}

/** Adds a passkey of this device in the settings. */
async function addKey(page: Page, { password }: TestPerson): Promise<void> {
  await page.goto('/dashboard/settings?aba=conta')
  await create(page).click()
  await confirm(page, password)
  await expect(section(page).getByRole('status').filter({ hasText: 'Chave de acesso criada.' })).toBeVisible()
}

test('after a login by password a passkey is offered, created, and used for the next login', async ({ page, request }) => {
  await withoutAutofill(page)
  const device = await VirtualAuthenticator.of(page)
  const person = await register(request)
  await signIn(page, person)
  const offer = page.getByRole('region', { name: 'Chave de acesso' })
  await offer.getByRole('link', { name: 'Criar chave' }).click()
  await expect(section(page)).toBeInViewport()
  await expect(section(page)).toContainText('Nenhuma chave ainda.')

  await create(page).click()
  await confirm(page, 'outra-senha')
  await expect(question(page)).toContainText('Senha atual incorreta.')
  await confirm(page, person.password)
  await expect(section(page).getByRole('listitem')).toHaveText(/Criada hoje, ainda não usada/)
  expect(await device.count()).toBe(1)

  // The same device again: the server names its passkey, and the device recognises it.
  await create(page).click()
  await expect(section(page).getByRole('alert')).toHaveText('Este aparelho já tem uma chave de acesso desta conta.')

  await signOut(page)
  const enter = page.getByRole('button', { name: 'Entrar com chave de acesso' })
  await device.recognises(false)
  await enter.click()
  await expect(page.getByRole('alert')).toHaveText(
    'Este aparelho não liberou a chave de acesso. Tente de novo ou entre com seu email e sua senha.',
  )
  await expect(enter).not.toHaveAttribute('aria-disabled')
  await expect(page).toHaveURL(/\/login$/)
  await device.recognises(true)
  await page.getByText('Lembrar de mim').click()
  await enter.click()
  await page.waitForURL(/\/dashboard$/)
  expect(await page.evaluate(() => localStorage.getItem('prumo:token'))).not.toBeNull()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Visão Geral')
  await expect(offer).toBeHidden()

  await page.goto('/dashboard/settings?aba=conta')
  await expect(section(page).getByRole('listitem')).toHaveText(/usada hoje/)
  await page.goto('/dashboard/activity')
  await expect(page.getByRole('main')).toContainText('Você criou a chave de acesso')
})

test('the browser offers the passkey in the email field', { tag: ['@desktop', '@long'] }, async ({ page, request }) => {
  const device = await VirtualAuthenticator.of(page)
  const person = await register(request)
  await signIn(page, person)
  await addKey(page, person)
  // Present, the simulated device would answer at once, and the page be left.
  await device.setPresent(false)
  await signOut(page)
  await expect(page.getByLabel('Email')).toHaveAttribute('autocomplete', 'username webauthn')
  await device.setPresent(true)
  await page.reload({ waitUntil: 'commit' })
  await page.waitForURL(/\/dashboard$/)
})

test(
  'a passkey is renamed, confirms its own removal, and is refused once it is removed',
  { tag: ['@desktop', '@long'] },
  async ({ page, request }) => {
    await withoutAutofill(page)
    await VirtualAuthenticator.of(page)
    const person = await register(request)
    await signIn(page, person)
    await addKey(page, person)
    await section(page)
      .getByRole('button', { name: /^Editar/ })
      .click()
    const dialog = page.getByRole('dialog', { name: 'Editar chave de acesso' })
    await dialog.getByLabel('Nome').fill('Notebook da loja')
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await expect(section(page).getByRole('listitem')).toContainText('Notebook da loja')

    // Another session is not confirmed.
    await signOut(page)
    await signIn(page, person)
    await page.goto('/dashboard/settings?aba=conta')
    await section(page).getByRole('button', { name: 'Editar Notebook da loja' }).click()
    await dialog.getByRole('button', { name: 'Remover chave' }).click()
    await page.getByRole('dialog', { name: 'Remover Notebook da loja?' }).getByRole('button', { name: 'Remover', exact: true }).click()
    await question(page).getByRole('button', { name: 'Usar chave de acesso' }).click()
    await expect(section(page)).toContainText('Nenhuma chave ainda.')
    expect(await callApi(page, 'GET', '/auth/passkeys')).toEqual({ passkeys: [] })

    await signOut(page)
    await page.getByRole('button', { name: 'Entrar com chave de acesso' }).click()
    await expect(page.getByRole('alert')).toHaveText('Não deu para entrar com essa chave de acesso. Tente de novo ou use sua senha.')
    await signIn(page, person)
  },
)

test(
  'the offer is answered once on a device, and is not made where no passkey can be created',
  { tag: ['@phone', '@long'] },
  async ({ page, request }) => {
    const person = await register(request)
    const offer = page.getByRole('region', { name: 'Chave de acesso' })
    await page.addInitScript(() => {
      if (!window.PublicKeyCredential) return
      PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable = async () => localStorage.getItem('can') !== null
    })
    await signIn(page, person)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Visão Geral')
    await expect(offer).toBeHidden()
    await page.evaluate(() => localStorage.setItem('can', 'yes'))
    await page.reload()
    await offer.getByRole('button', { name: 'Agora não' }).click()
    await expect(offer).toBeHidden()
    await signOut(page)
    await signIn(page, person)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Visão Geral')
    await expect(offer).toBeHidden()
  },
)
