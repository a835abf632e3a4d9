import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { APIRequestContext, Browser, Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from '../accessibility.js'
import { readDeviceContents } from '../device-contents.js'
import { callApi, day, record } from '../ledger.js'
import { findMailedLink } from '../mailbox.js'
import { newPerson, register, signIn, signInNewPerson, type TestPerson } from '../people.js'
import { xmlFile } from '../receipt-files.js'
import type { RunningApp } from '../running-app.js'
import { expect, test } from '../test.js'

const ACCESS = '/dashboard/settings?aba=acesso'
const guestAddress = () => `ana-${randomUUID()}@exemplo.com.br`
const band = (page: Page) => page.getByRole('region', { name: 'Visita' })
const people = (page: Page) => page.getByRole('region', { name: 'Quem pode ver suas contas' })
const entries = (page: Page) => page.getByRole('region', { name: 'Entradas' })
const question = (page: Page) => page.getByRole('dialog', { name: 'Confirme que é você' })

/** Invites a guest through the API. @returns the link that was mailed */
async function invite(request: APIRequestContext, app: RunningApp, owner: TestPerson, email: string): Promise<string> {
  const { email: own, password } = owner
  const { token } = (await (await request.post(`${app.url}/api/auth/login`, { data: { email: own, password } })).json()) as {
    token: string
  }
  const headers = { Authorization: `Bearer ${token}` }
  await expect(await request.post(`${app.url}/api/auth/confirm`, { headers, data: { password } })).toBeOK()
  const sale = {
    description: 'Bolo de cenoura',
    amount: 120,
    type: 'income',
    category: 'Vendas',
    transactionDate: '2026-11-20',
    note: 'Sem nozes',
  }
  await expect(await request.post(`${app.url}/api/transactions`, { headers, data: sale })).toBeOK()
  await expect(await request.post(`${app.url}/api/access`, { headers, data: { name: 'Ana Ribeiro', email } })).toBeOK()
  return findMailedLink(email, app, '/convite')
}

/** Waits for a mailed link that is none of these. */
async function findNewLink(app: RunningApp, email: string, known: readonly string[]): Promise<string> {
  await expect.poll(async () => known.includes(await findMailedLink(email, app, '/convite'))).toBe(false)
  return findMailedLink(email, app, '/convite')
}

/** A browser of the guest, with nothing of the owner. */
async function openGuest(browser: Browser, app: RunningApp, like: Page): Promise<Page> {
  const size = like.viewportSize()
  const isPhone = (size?.width ?? 0) < 760
  const context = await browser.newContext({
    baseURL: app.url,
    viewport: size,
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    hasTouch: isPhone,
    isMobile: isPhone,
  })
  return context.newPage()
}

/** Requests of a page that the server refuses. */
function refusalsOf(page: Page): string[] {
  const refused: string[] = []
  page.on('response', (response) => {
    if (response.status() >= 400) refused.push(`${response.status()} ${new URL(response.url()).pathname}`)
  })
  return refused
}

test('an owner invites an accountant, who looks in and changes nothing, until the access is ended', async ({
  page,
  browser,
  request,
  app,
}) => {
  const owner = await signInNewPerson({ page, request, app })
  const email = guestAddress()
  await page.goto(ACCESS)
  await expect(people(page)).toContainText('Ninguém além de você.')
  await people(page).getByRole('button', { name: 'Convidar', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: 'Convidar para ver' })
  await sheet.getByRole('button', { name: 'Enviar convite' }).click()
  await expect(sheet.getByLabel('Email')).toBeFocused()
  await sheet.getByLabel('Email').fill(owner.email)
  await sheet.getByLabel('Nome').fill('Ana Ribeiro')
  await expect(sheet).toContainText('Este é o seu próprio email.')
  await sheet.getByLabel('Email').fill(email)
  await sheet.getByText('1 ano', { exact: true }).click()
  await expectAccessible(page)
  await sheet.getByRole('button', { name: 'Enviar convite' }).click()
  await question(page).getByLabel('Sua senha', { exact: true }).fill(owner.password)
  await question(page).getByRole('button', { name: 'Confirmar' }).click()
  await expect(people(page).getByRole('status')).toContainText(`Convite enviado a ${email}.`)
  await expect(people(page).getByRole('listitem')).toContainText('Ana Ribeiro')
  await expect(entries(page)).toContainText('Você convidou Ana Ribeiro')
  await expectAccessible(page)

  const guest = await openGuest(browser, app, page)
  const refused = refusalsOf(guest)
  await guest.goto(await findMailedLink(email, app, '/convite'))
  await expect(guest.getByRole('heading', { level: 1 })).toHaveText('Marina Duarte convidou você a ver as contas de Doce Lar Confeitaria')
  await expect(guest.getByText('Transações, relatórios, comprovantes e folhas do MEI')).toBeVisible()
  await expectAccessible(guest)
  await guest.getByRole('button', { name: 'Entrar' }).click()

  await expect(band(guest)).toContainText('Doce Lar Confeitaria, só para ver')
  await expect(guest.getByRole('heading', { name: 'Nenhuma transação ainda' })).toBeVisible()
  await expect(guest.getByRole('navigation', { name: 'Principal' }).getByRole('link')).toHaveText(['Transações', 'Relatórios', 'MEI'])
  await expect(guest.getByRole('link', { name: 'Nova Transação' })).toHaveCount(0)
  await expect(guest.getByRole('link', { name: 'Importar extrato' })).toHaveCount(0)
  await expectAccessible(guest)

  // The owner's changes arrive by themselves, and the owner sees the entry.
  await expect(entries(page)).toContainText('Ana Ribeiro entrou para ver suas contas')
  const token = await page.evaluate(() => sessionStorage.getItem('prumo:token'))
  const sale = {
    description: 'Bolo de cenoura',
    amount: 120,
    type: 'income',
    category: 'Vendas',
    transactionDate: '2026-11-20',
    note: 'Sem nozes',
  }
  await expect(await request.post('/api/transactions', { headers: { Authorization: `Bearer ${token}` }, data: sale })).toBeOK()
  await guest.getByRole('button', { name: 'Ver Bolo de cenoura' }).click()
  const details = guest.getByRole('dialog', { name: 'Transação' })
  await expect(details).toContainText('Sem nozes')
  await expect(details.getByRole('textbox')).toHaveCount(0)
  await expectAccessible(guest)
  await details.getByRole('button', { name: 'Fechar' }).click()

  const menu = guest.getByRole('navigation', { name: 'Principal' })
  await menu.getByRole('link', { name: 'Relatórios' }).click()
  await expect(guest.getByRole('heading', { level: 2, name: 'Quanto' })).toBeVisible()
  await menu.getByRole('link', { name: 'MEI' }).click()
  await expect(guest.getByRole('heading', { name: 'O MEI ainda não foi configurado' })).toBeVisible()
  await guest.goto('/dashboard/goals')
  await expect(guest).toHaveURL(/\/dashboard\/transactions$/)
  await guest.reload()
  await expect(band(guest)).toBeVisible()
  expect(refused).toEqual([])
  expect(await readDeviceContents(guest)).toEqual([])
  expect(await guest.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('prumo:')))).toEqual([])

  await people(page).getByRole('button', { name: 'Encerrar o acesso de Ana Ribeiro' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Encerrar o acesso' }).click()
  await expect(people(page).getByRole('status')).toContainText('Ana Ribeiro não vê mais suas contas.')
  await expect(people(page).getByRole('button', { name: 'Convidar Ana Ribeiro de novo' })).toBeVisible()
  await expect(guest).toHaveURL(/\/convite$/)
  await expect(guest.getByRole('heading', { level: 1, name: 'Pedir um link novo' })).toBeVisible()
  await expect(guest.getByRole('status')).toContainText('A visita terminou.')
  expect(await guest.evaluate(() => sessionStorage.getItem('prumo:token'))).toBeNull()
  await guest.context().close()
})

test(
  'an accountant opens a receipt and takes the package of a closed month along',
  { tag: '@long' },
  async ({ page, browser, request, app }) => {
    test.setTimeout(120_000)
    const owner = await signInNewPerson({ page, request, app })
    const [year, number] = day().slice(0, 7).split('-').map(Number)
    const month = new Date(Date.UTC(year!, number! - 2, 1)).toISOString().slice(0, 7)
    const bought = { type: 'expense', category: 'Fornecedores', transactionDate: `${month}-11` } as const
    const [purchase] = await record(
      page,
      { description: 'Moinho Central', amount: 300, ...bought },
      { description: 'Feira', amount: 40, ...bought },
    )
    const { buffer } = xmlFile()
    const token = await page.evaluate(() => sessionStorage.getItem('prumo:token'))
    const added = await request.post(`/api/transactions/${purchase!.id}/attachments?name=NF-e.xml`, {
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/xml' },
      data: buffer,
    })
    await expect(added).toBeOK()

    const email = guestAddress()
    const link = await invite(request, app, owner, email)
    const guest = await openGuest(browser, app, page)
    const refused = refusalsOf(guest)
    await guest.goto(link)
    await guest.getByRole('button', { name: 'Entrar' }).click()
    await expect(band(guest)).toBeVisible()

    await test.step('an open month shows its proof alone', async () => {
      await guest.goto(`/dashboard/reports/fechar?mes=${month}`)
      await expect(guest.getByRole('region', { name: 'A prova' })).toBeVisible()
      await expect(guest.getByRole('main')).toContainText('Este mês ainda não foi fechado, e pode mudar.')
      await expect(guest.getByRole('button', { name: /^Fechar/ })).toHaveCount(0)
      await expectAccessible(guest)
    })

    await callApi(page, 'POST', `/months/${month}/close`, {})

    await test.step('a closed one arrives by itself, with its package', async () => {
      await expect(guest.getByRole('note', { name: /está fechado$/ })).toContainText('Por Marina')
      await expect(guest.getByRole('button', { name: 'Reabrir' })).toHaveCount(0)
      await expectAccessible(guest)
      await expectNoSidewaysScroll(guest)
      await guest.getByRole('navigation', { name: 'Principal' }).getByRole('link', { name: 'Relatórios' }).click()
      await guest.getByRole('link', { name: /^Ver .*, fechado$/ }).click()
      // Without the dialog of the browser, which a test cannot answer.
      await guest.evaluate(() => Reflect.deleteProperty(window, 'showSaveFilePicker'))
      await guest.getByRole('button', { name: 'Baixar o pacote' }).click()
      const sheet = guest.getByRole('dialog', { name: /^Pacote de/ })
      const [download] = await Promise.all([guest.waitForEvent('download'), sheet.getByRole('button', { name: 'Fazer o pacote' }).click()])
      const archive = (await readFile(await download.path())).toString('latin1')
      for (const part of ['transacoes.csv', 'prova.json', 'comprovantes/']) expect(archive).toContain(part)
      await expect(sheet).toBeHidden()
    })

    await test.step('a receipt opens, and is neither added nor removed', async () => {
      await guest.goto(`/dashboard/transactions?mes=${month}&comprovante=sem`)
      await expect(guest.getByRole('button', { name: 'Ver Feira' })).toBeVisible()
      await expect(guest.getByRole('button', { name: /^Comprovante de/ })).toHaveCount(0)
      await expect(guest.getByRole('link', { name: 'Reabrir' })).toHaveCount(0)
      await guest.goto(`/dashboard/transactions?mes=${month}`)
      await guest.getByRole('button', { name: 'Ver Moinho Central' }).click()
      const receipts = guest.getByRole('region', { name: 'Comprovantes' })
      await expect(receipts.getByRole('button', { name: /Adicionar/ })).toHaveCount(0)
      await expectAccessible(guest)
      await receipts.getByRole('button', { name: /^Abrir NF-e/ }).click()
      const viewer = guest.getByRole('dialog', { name: 'Comprovante de Moinho Central' })
      await expect(viewer.getByLabel('Texto da nota')).toBeVisible()
      await expect(viewer.getByRole('button', { name: 'Excluir o comprovante' })).toHaveCount(0)
      await expectAccessible(guest)
    })

    // A month without a MEI has no sheet in its package, which the app learns by asking.
    expect(refused.filter((each) => !each.startsWith('404 /api/mei/monthly-reports/'))).toEqual([])
    expect(await readDeviceContents(guest)).toEqual([])
    expect(await guest.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('prumo:')))).toEqual([])
    await guest.context().close()
  },
)

test(
  'a link works once, another is sent on request, and an accountant of two businesses sees one at a time',
  { tag: '@long' },
  async ({ page, browser, request, app }) => {
    const email = guestAddress()
    const [marina, rui] = [await register(request), { ...newPerson(), name: 'Rui Alves', businessName: 'Oficina Rui' }]
    await expect(await request.post('/api/auth/register', { data: rui })).toBeOK()
    const first = await invite(request, app, marina, email)
    await page.goto(first)
    await page.getByRole('button', { name: 'Entrar' }).click()
    await expect(band(page)).toContainText('Doce Lar Confeitaria')
    await band(page).getByRole('button', { name: 'Sair' }).click()
    await expect(page).toHaveURL(/\/convite$/)

    await invite(request, app, rui, email)
    const invited = await findNewLink(app, email, [first])
    const guest = await openGuest(browser, app, page)
    await guest.goto(first)
    await expect(guest.getByRole('alert')).toHaveText('Link inválido ou expirado. Peça um novo.')
    await guest.getByLabel('Email').fill(email)
    await expectAccessible(guest)
    await guest.getByRole('button', { name: 'Enviar link' }).click()
    await expect(guest.getByRole('status')).toContainText('Se houver um convite para este email, enviamos um link.')
    await expectAccessible(guest)
    await guest.goto(await findNewLink(app, email, [first, invited]))
    await guest.reload()
    await guest.getByRole('button', { name: 'Entrar' }).click()
    await expect(band(guest)).toContainText('Oficina Rui')

    const other = await guest.context().newPage()
    await other.goto('/dashboard/transactions')
    await expect(band(other)).toContainText('Oficina Rui')
    const loaded = guest.waitForEvent('load')
    await guest.getByRole('combobox', { name: 'Negócio' }).selectOption('Doce Lar Confeitaria')
    await loaded
    await expect(band(guest)).toContainText('Doce Lar Confeitaria, só para ver')
    await expect(guest.getByRole('button', { name: 'Ver Bolo de cenoura' })).toBeVisible()
    await expectAccessible(guest)
    // The session of the other business has ended with the change.
    await expect(other).toHaveURL(/\/convite$/)
    await guest.context().close()
  },
)

test(
  'a guest in a tab leaves the session of the device’s own person as it is',
  { tag: ['@desktop', '@long'] },
  async ({ page, browser, request, app }) => {
    const [owner, own] = [await register(request), await register(request)]
    const link = await invite(request, app, owner, guestAddress())
    const device = await openGuest(browser, app, page)
    await device.goto('/login')
    await device.getByText('Lembrar de mim').click()
    await signIn(device, own)
    const visit = await device.context().newPage()
    await visit.goto(link)
    await visit.getByRole('button', { name: 'Entrar' }).click()
    await expect(band(visit)).toBeVisible()
    await band(visit).getByRole('button', { name: 'Sair' }).click()
    await expect(visit).toHaveURL(/\/convite$/)
    await device.reload()
    await expect(device.getByRole('button', { name: /^Conta de Marina Duarte/ })).toBeVisible()
    await device.context().close()
  },
)
