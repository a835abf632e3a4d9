import type { Locator, Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll, preferDark } from '../../accessibility.js'
import { callApi, edit, onPhone, record, rowOf, statusMessage } from '../../ledger.js'
import { signInNewPerson } from '../../people.js'
import { CAMERA_MARK, cameraPhoto, pdfFile, sizeOfJpeg, xmlFile, type ChosenFile } from '../../receipt-files.js'
import { endRoutes } from '../../routes.js'
import { expect, test } from '../../test.js'
import { openList, openNew } from './transactions-page.js'

interface Receipt {
  id: string
  name: string
  type: string
  size: number
}

const purchase = { description: 'Embalagens Aurora', amount: 186.4, type: 'expense', category: 'Fornecedores' } as const

test.beforeEach(signInNewPerson)

/** Opens the sheet of a new purchase. */
async function openPurchase(page: Page): Promise<{ id: string; receipts: Locator }> {
  const [recorded] = await record(page, purchase)
  await openList(page)
  await edit(page, purchase.description)
  return { id: recorded!.id, receipts: page.getByRole('region', { name: 'Comprovantes' }) }
}

const listed = async (page: Page, id: string) =>
  (await callApi<{ attachments: Receipt[] }>(page, 'GET', `/transactions/${id}/attachments`)).attachments

async function bytesOf(page: Page, { id }: Receipt): Promise<Buffer> {
  const token = await page.evaluate(() => sessionStorage.getItem('prumo:token') ?? localStorage.getItem('prumo:token'))
  const response = await page.request.get(`/api/attachments/${id}`, { headers: { Authorization: `Bearer ${token}` } })
  return response.body()
}

/** Chooses files as a person does: on a phone by the question where they are. */
async function choose(page: Page, receipts: Locator, files: ChosenFile[], way = 'Escolher arquivo'): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await receipts.getByRole('button', { name: 'Adicionar comprovante' }).click()
  if (onPhone(page))
    await page
      .getByRole('dialog', { name: /^Comprovante/ })
      .getByRole('button', { name: way })
      .click()
  await (await chooser).setFiles(files)
}

test('a photo becomes a small receipt that knows nothing of camera and place', async ({ page }) => {
  const { id, receipts } = await openPurchase(page)
  const photo = await cameraPhoto(page)
  expect(photo.buffer.includes(CAMERA_MARK)).toBe(true)
  await choose(page, receipts, [photo], 'Escolher da galeria')
  await expect(receipts.getByRole('button', { name: /^Abrir IMG_2041 / })).toBeVisible()
  await expect.poll(async () => (await listed(page, id)).map(({ name, type }) => [name, type])).toEqual([['IMG_2041.jpg', 'image/jpeg']])
  const [receipt] = await listed(page, id)
  const bytes = await bytesOf(page, receipt!)
  expect([bytes.length, sizeOfJpeg(bytes)]).toEqual([receipt!.size, { width: 1600, height: 1200 }])
  for (const mark of ['Exif', CAMERA_MARK]) expect(bytes.includes(mark)).toBe(false)
  expect(bytes.length).toBeLessThan(photo.buffer.length)
})

test('receipts are looked at one by one, removed, and brought back', { tag: '@long' }, async ({ page }) => {
  const { id, receipts } = await openPurchase(page)
  await choose(page, receipts, [await cameraPhoto(page), xmlFile(), pdfFile()])
  await expect(receipts.getByRole('button', { name: /^Abrir/ })).toHaveCount(3)
  await expect.poll(async () => (await listed(page, id)).length).toBe(3)
  await receipts.getByRole('button', { name: /^Abrir IMG_2041/ }).click()
  const viewer = page.getByRole('dialog', { name: `Comprovante de ${purchase.description}` })
  const picture = viewer.getByRole('img', { name: 'IMG_2041.jpg' })
  await expect(picture).toHaveAttribute('src', /^blob:/)
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1600)
  await expect(viewer.getByText('1 de 3')).toBeVisible()
  if (onPhone(page)) await viewer.getByRole('button', { name: 'Próximo' }).click()
  else await page.keyboard.press('ArrowRight')
  await expect(viewer.getByLabel('Texto da nota')).toHaveValue(/<script>document\.title = "run"/)
  expect(await page.title()).not.toBe('run')
  await viewer.getByRole('button', { name: 'Próximo' }).click()
  await expect(viewer.getByRole('button', { name: 'Abrir o PDF em outra aba' })).toBeVisible()
  const download = page.waitForEvent('download')
  await viewer.getByRole('button', { name: 'Baixar o comprovante' }).click()
  expect((await download).suggestedFilename()).toBe('boleto-aurora.pdf')
  await viewer.getByRole('button', { name: 'Excluir o comprovante' }).click()
  await expect(viewer.getByText('2 de 2')).toBeVisible()
  await expect.poll(async () => (await listed(page, id)).length).toBe(2)
  await page.keyboard.press('Escape')
  await expect(viewer).toBeHidden()
  await expect(receipts.getByRole('button', { name: /^Abrir/ })).toHaveCount(2)
  await statusMessage(page, 'Comprovante excluído')
    .getByRole('button', { name: /Desfazer/ })
    .click()
  await expect(receipts.getByRole('button', { name: /^Abrir boleto-aurora/ })).toBeVisible()
  await expect.poll(async () => (await listed(page, id)).length).toBe(3)
})

test('a receipt waits on the device over a reload, and arrives as it was', async ({ page }) => {
  const { id, receipts } = await openPurchase(page)
  await page.route('**/api/transactions/*/attachments?**', (route) => route.abort())
  await choose(page, receipts, [xmlFile()])
  await expect(receipts.getByText('Aguardando envio')).toBeVisible()
  await expect(receipts.getByText(/vai sozinho quando a internet voltar/)).toBeVisible()
  await page.reload()
  await expect(receipts.getByRole('button', { name: /^Abrir NF-e 4471/ })).toBeVisible()
  expect(await listed(page, id)).toEqual([])
  await endRoutes(page, '**/api/transactions/*/attachments?**')
  await expect.poll(async () => (await listed(page, id)).length, { timeout: 60_000 }).toBe(1)
  const [receipt] = await listed(page, id)
  expect((await bytesOf(page, receipt!)).equals(xmlFile().buffer)).toBe(true)
  await expect(receipts.getByText('Aguardando envio')).toBeHidden()
})

test('a slip that is photographed while it is recorded follows its transaction, over a reload without a connection', async ({ page }) => {
  await openList(page)
  const sheet = await openNew(page)
  await sheet.getByText('Despesa', { exact: true }).click()
  await sheet.getByLabel('Valor').fill('186,40')
  await sheet.getByLabel('Descrição').fill(purchase.description)
  await choose(page, sheet, [await cameraPhoto(page, 'image.jpg')], 'Tirar foto')
  await choose(page, sheet, [xmlFile()])
  await expect(sheet.getByRole('button', { name: 'Tirar NF-e 4471' })).toBeVisible()
  await page.route('**/api/transactions{,/*/attachments?**}', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.fallback(),
  )
  await sheet.getByRole('button', { name: 'Salvar' }).click()
  await expect(rowOf(page, purchase.description).getByText('2 comprovantes').first()).toBeAttached()
  await page.reload()
  await expect(rowOf(page, purchase.description).getByText('2 comprovantes').first()).toBeAttached()
  expect(await callApi(page, 'GET', '/transactions')).toMatchObject({ transactions: [] })
  await endRoutes(page)
  const recorded = async () => (await callApi<{ transactions: { id: string }[] }>(page, 'GET', '/transactions')).transactions
  await expect.poll(async () => (await recorded()).length, { timeout: 60_000 }).toBe(1)
  const [transaction] = await recorded()
  await expect.poll(async () => (await listed(page, transaction!.id)).map(({ name }) => name)).toEqual(['image.jpg', 'NF-e 4471.xml'])
})

test('a file is dropped on an open transaction, or pasted', { tag: '@desktop' }, async ({ page }) => {
  const { id, receipts } = await openPurchase(page)
  const transfer = (name: string, type: string, text: string) =>
    page.evaluateHandle(
      ([fileName, fileType, content]) => {
        const data = new DataTransfer()
        data.items.add(new File([content!], fileName!, { type: fileType! }))
        return data
      },
      [name, type, text],
    )
  const { name, mimeType, buffer } = pdfFile()
  const dropped = await transfer(name, mimeType, buffer.toString())
  await page.dispatchEvent('body', 'dragover', { dataTransfer: dropped })
  await expect(receipts.getByText('Solte para guardar nesta transação')).toBeVisible()
  await page.dispatchEvent('body', 'drop', { dataTransfer: dropped })
  await expect(receipts.getByRole('button', { name: /^Abrir boleto-aurora/ })).toBeVisible()
  await expect(page).toHaveURL(/\/transactions\?/)
  const pasted = await transfer('NF-e 4471.xml', 'text/xml', xmlFile().buffer.toString())
  await page.evaluate(
    (data) => document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })),
    pasted,
  )
  await expect(receipts.getByRole('button', { name: /^Abrir NF-e 4471/ })).toBeVisible()
  await expect.poll(async () => (await listed(page, id)).length).toBe(2)
})

test('expenses without a receipt are worked off from the list', { tag: '@phone' }, async ({ page }) => {
  await record(page, purchase, { description: 'Posto Avenida', amount: 120, type: 'expense', category: 'Transporte' })
  await record(page, { description: 'Retirada da Marina', amount: 600, type: 'expense', category: 'Retirada' })
  await page.goto('/dashboard/transactions?comprovante=sem')
  await expect(page.getByRole('button', { name: 'Tirar o filtro: Sem comprovante' })).toBeVisible()
  await expect(rowOf(page, 'Posto Avenida')).toBeVisible()
  await expect(rowOf(page, 'Retirada da Marina')).toHaveCount(0)
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: `Comprovante de ${purchase.description}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Tirar foto' }).click()
  const opened = await chooser
  expect(await opened.element().getAttribute('capture')).toBe('environment')
  await opened.setFiles([await cameraPhoto(page, 'image.jpg')])
  await expect(rowOf(page, purchase.description)).toHaveCount(0)
  await page.getByRole('button', { name: 'Tirar o filtro: Sem comprovante' }).click()
  await expect(rowOf(page, purchase.description).getByText('1 comprovante')).toBeAttached()
})

test('what is no receipt is refused in words', { tag: '@long' }, async ({ page }) => {
  const { id, receipts } = await openPurchase(page)
  await choose(page, receipts, [
    { name: 'cupom.png', mimeType: 'image/png', buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') },
  ])
  await expect(receipts.getByRole('alert')).toContainText('Não deu para abrir esta foto. Escolha uma JPEG, PNG ou WebP.')
  await choose(page, receipts, [
    { name: 'nota.pdf', mimeType: 'application/pdf', buffer: Buffer.concat([Buffer.from('%PDF-1.7'), Buffer.alloc(5_000_001)]) },
  ])
  await expect(receipts.getByRole('alert')).toContainText('O comprovante passa de 5 MB.')
  expect(await listed(page, id)).toEqual([])
})

for (const theme of ['light', 'dark'] as const) {
  test(`receipts are accessible, ${theme}`, { tag: `@${theme}` }, async ({ page }) => {
    if (theme === 'dark') await preferDark(page)
    const { receipts } = await openPurchase(page)
    await choose(page, receipts, [await cameraPhoto(page), pdfFile()])
    await expect(receipts.getByRole('button', { name: /^Abrir/ })).toHaveCount(2)
    await expectAccessible(page)
    await receipts.getByRole('button', { name: /^Abrir IMG_2041/ }).click()
    await expect(page.getByRole('img', { name: 'IMG_2041.jpg' })).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    if (!onPhone(page)) return
    await receipts.getByRole('button', { name: 'Adicionar comprovante' }).click()
    await expect(page.getByRole('button', { name: 'Tirar foto' })).toBeVisible()
    await expectAccessible(page)
  })
}

test('receipts fit 320 pixels', { tag: '@phone' }, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  const { receipts } = await openPurchase(page)
  await choose(page, receipts, [await cameraPhoto(page), pdfFile()], 'Escolher da galeria')
  await expect(receipts.getByRole('button', { name: /^Abrir/ })).toHaveCount(2)
  await expectNoSidewaysScroll(page)
  await receipts.getByRole('button', { name: /^Abrir boleto-aurora/ }).click()
  await expect(page.getByText('2 de 2')).toBeVisible()
  await expectNoSidewaysScroll(page)
})
