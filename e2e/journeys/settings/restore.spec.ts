import type { APIRequestContext, Page } from '@playwright/test'
import { readFile } from 'node:fs/promises'
import { callApi, day, reais, record, rowOf } from '../../ledger.js'
import { register, signInNewPerson } from '../../people.js'
import { cameraPhoto, pdfFile, xmlFile } from '../../receipt-files.js'
import { expect, test } from '../../test.js'

interface CopyFile {
  transactions: { amount: number }[]
  totals: { income: number }
}

/** The copy of an account with data, as its person has it in a file. */
async function copyOf(request: APIRequestContext): Promise<CopyFile> {
  const person = await register(request)
  const signedIn = await request.post('/api/auth/login', { data: { email: person.email, password: person.password } })
  const { token } = (await signedIn.json()) as { token: string }
  const headers = { Authorization: `Bearer ${token}` }
  const post = async (path: string, data: object) => expect(await request.post(`/api${path}`, { headers, data })).toBeOK()
  await post('/transactions', { description: 'Bolo', amount: 1234.56, type: 'income', transactionDate: day() })
  await post('/transactions', { description: 'Gás', amount: 118.07, type: 'expense', transactionDate: day(-3), category: 'Contas da loja' })
  await post('/goals', { title: 'Forno', targetAmount: 8000, deadline: day(60), category: 'Equipamentos' })
  await post('/tasks', { title: 'Pagar o DAS' })
  await post('/emergency-fund/add', { amount: 250, description: 'Sobra de março' })
  return (await (await request.get('/api/data/export', { headers })).json()) as CopyFile
}

const part = (page: Page) => page.getByRole('region', { name: 'Trazer uma cópia' })
const asked = (page: Page) => page.getByRole('dialog', { name: 'Trazer esta cópia' })
const choose = (page: Page, content: unknown) =>
  page
    .getByLabel('Cópia do Prumo')
    .setInputFiles({ name: 'prumo-backup-2026-11-20.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(content)) })

test('a copy is restored completely: its contents are shown first, and an altered copy is refused', async ({ page, request }) => {
  const copy = await copyOf(request)
  await signInNewPerson({ page, request })
  await page.goto('/dashboard/settings?aba=dados')
  await choose(page, { name: 'package' })
  await expect(asked(page).getByRole('alert')).toHaveText('Este arquivo não é uma cópia do Prumo.')
  await asked(page).getByRole('button', { name: 'Fechar' }).click()
  await choose(page, { ...copy, transactions: copy.transactions.map((each) => ({ ...each, amount: each.amount + 1 })) })
  await expect(asked(page).getByRole('alert')).toContainText('As somas desta cópia não batem')
  await page.keyboard.press('Escape')
  await expect(asked(page)).toBeHidden()

  await choose(page, copy)
  for (const [label, text] of [
    ['Transações', '2'],
    ['Soma das receitas', reais('1.234,56')],
    ['Soma das despesas', reais('118,07')],
    ['Metas', '1'],
    ['Tarefas', '1'],
    ['Na reserva', `1 movimento, ${reais('250,00')}`],
  ] as const)
    await expect(asked(page).locator('dl > div').filter({ hasText: label })).toContainText(text)
  expect((await callApi<{ transactions: object[] }>(page, 'GET', '/transactions')).transactions).toEqual([])
  await expect(asked(page).getByText('7 registros', { exact: true })).toBeVisible()
  await asked(page).getByRole('button', { name: 'Trazer 7 registros' }).click()
  await expect(asked(page)).toBeHidden()
  await expect(part(page).getByRole('status')).toContainText('A cópia está na conta.', { timeout: 30_000 })
  await expect(part(page).getByText('7 de 7 registros', { exact: true })).toBeVisible()
  // The result is shown until it was seen, also after a reload.
  await page.reload()
  await expect(part(page).getByRole('status')).toContainText('A cópia está na conta.')
  await part(page).getByRole('button', { name: 'Entendi' }).click()
  await expect(part(page).getByRole('button', { name: 'Escolher arquivo' })).toBeVisible()

  await page.goto('/dashboard/transactions')
  await expect(rowOf(page, 'Bolo')).toContainText('1.234,56')
  await page.goto('/dashboard/emergency')
  await expect(page.getByText('Sobra de março').first()).toBeVisible()
  await page.goto('/dashboard/activity')
  await expect(page.getByText('Você trouxe uma cópia para a conta').first()).toBeVisible()
})

test('an account that has data is left unchanged, and nothing is sent offline', { tag: '@long' }, async ({ page, request, context }) => {
  const copy = await copyOf(request)
  await signInNewPerson({ page, request })
  await record(page, { description: 'Pão', amount: 10 })
  await page.goto('/dashboard/settings?aba=dados')
  await choose(page, copy)
  await asked(page).getByRole('button', { name: 'Trazer 7 registros' }).click()
  await expect(asked(page).getByRole('alert')).toHaveText('Uma cópia só entra em uma conta vazia. Apague antes todos os dados.')
  await context.setOffline(true)
  await expect(asked(page).getByRole('button', { name: 'Trazer 7 registros' })).toBeDisabled()
  await expect(asked(page).getByText('Precisa de internet para trazer a cópia.')).toBeVisible()
  await asked(page).getByRole('button', { name: 'Cancelar' }).click()
  await expect(part(page).getByRole('button', { name: 'Escolher arquivo' })).toBeDisabled()
  await context.setOffline(false)
  expect((await callApi<{ transactions: object[] }>(page, 'GET', '/transactions')).transactions).toHaveLength(1)
})

test(
  'receipts go along in one file, and come back with it, also after an interruption',
  { tag: '@long' },
  async ({ page, request, browser }) => {
    test.setTimeout(120_000)
    await signInNewPerson({ page, request })
    const [purchase] = await record(page, { description: 'Embalagens', amount: 186.4, type: 'expense' })
    const files = [await cameraPhoto(page), pdfFile(), xmlFile()]
    await page.goto(`/dashboard/transactions?editar=${purchase!.id}`)
    const receipts = page.getByRole('region', { name: 'Comprovantes' })
    await receipts.getByLabel('Arquivos de comprovante').setInputFiles(files)
    const bytesOf = async (signedIn: Page, id: string) => {
      const token = await signedIn.evaluate(() => sessionStorage.getItem('prumo:token') ?? localStorage.getItem('prumo:token'))
      return (await signedIn.request.get(`/api/attachments/${id}`, { headers: { Authorization: `Bearer ${token}` } })).body()
    }
    const contentOf = async (signedIn: Page, transactionId: string) => {
      const { attachments } = await callApi<{ attachments: { id: string; name: string }[] }>(
        signedIn,
        'GET',
        `/transactions/${transactionId}/attachments`,
      )
      return Promise.all(attachments.map(async ({ id, name }) => `${name} ${(await bytesOf(signedIn, id)).toString('base64')}`))
    }
    await expect.poll(async () => (await contentOf(page, purchase!.id)).length).toBe(3)
    const before = await contentOf(page, purchase!.id)

    await page.goto('/dashboard/settings?aba=dados')
    const waited = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Exportar backup' }).click()
    const download = await waited
    expect(download.suggestedFilename()).toBe(`prumo-backup-${day()}.zip`)
    const archive = { name: download.suggestedFilename(), mimeType: 'application/zip', buffer: await readFile(await download.path()) }

    const other = await (await browser.newContext({ baseURL: new URL(page.url()).origin })).newPage()
    await signInNewPerson({ page: other, request })
    await other.goto('/dashboard/settings?aba=dados')
    // The second receipt gets no answer.
    let sent = 0
    await other.route('**/api/data/restore/*/attachments?**', (route) => ((sent += 1) === 2 ? route.abort() : route.continue()))
    await other.getByLabel('Cópia do Prumo').setInputFiles(archive)
    await expect(asked(other).locator('dl > div').filter({ hasText: 'Comprovantes' })).toContainText('3')
    await asked(other)
      .getByRole('button', { name: /^Trazer \d+ registro/ })
      .click()
    await expect(part(other).getByRole('alert')).toContainText('Faltam 2 comprovantes', { timeout: 30_000 })
    await other.reload()
    await expect(part(other).getByRole('alert')).toContainText('Faltam 2 comprovantes')
    await other.getByLabel('Cópia do Prumo').setInputFiles(archive)
    await expect(part(other).getByRole('status')).toContainText('A cópia está na conta.', { timeout: 30_000 })
    const { transactions } = await callApi<{ transactions: { id: string; attachmentCount: number }[] }>(other, 'GET', '/transactions')
    expect(transactions.map(({ attachmentCount }) => attachmentCount)).toEqual([3])
    expect((await contentOf(other, transactions[0]!.id)).toSorted()).toEqual(before.toSorted())
    await other.context().close()
  },
)
