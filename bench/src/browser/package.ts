import { randomBytes } from 'node:crypto'
import type { Browser } from '@playwright/test'
import { addMonths, dateInSaoPaulo, monthOf, type CalendarMonth } from '@prumo/shared/calendar'
import { v7 as newId } from 'uuid'
import { crowding } from '../rounds.js'
import { newPhone, slowTab } from './conditions.js'

/** What the closed month holds. */
export const TRANSACTIONS = 2_000
export const RECEIPTS = 300
const RECEIPT_BYTES = 300_000
const AT_ONCE = 8

/** An account with a closed month of transactions and receipts. */
export interface ClosedMonth {
  token: string
  month: CalendarMonth
}

/** Registers a person who has closed the last month. */
export async function closeFullMonth(origin: string): Promise<ClosedMonth> {
  const { token } = await send<{ token: string }>(`${origin}/api/auth/register`, null, {
    name: 'Ana Souza',
    email: `ana-${newId()}@exemplo.com`,
    password: 'senha-da-ana',
    businessName: 'Ateliê Ana',
    businessType: 'Serviços',
  })
  const month = monthOf(addMonths(dateInSaoPaulo(new Date()), -1))
  await crowding(TRANSACTIONS, AT_ONCE, async (index) => {
    const id = newId()
    const day = String((index % 28) + 1).padStart(2, '0')
    const rest = { type: 'expense', category: 'Fornecedores', transactionDate: `${month}-${day}` }
    await send(`${origin}/api/transactions`, token, { id, description: `Moinho ${index}`, amount: 10 + index, ...rest })
    if (index < RECEIPTS) await send(`${origin}/api/transactions/${id}/attachments?name=nota.jpg`, token, photo())
  })
  await send(`${origin}/api/months/${month}/close`, token, {})
  return { token, month }
}

/** Bytes that begin as a photo does and cannot be compressed. */
function photo(): Buffer {
  return Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), randomBytes(RECEIPT_BYTES)])
}

async function send<Answer>(url: string, token: string | null, body: Buffer | object): Promise<Answer> {
  const isFile = Buffer.isBuffer(body)
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': isFile ? 'image/jpeg' : 'application/json', ...(token && { Authorization: `Bearer ${token}` }) },
    body: isFile ? new Uint8Array(body) : JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as Answer
}

/**
 * The time from asking for the package of a closed month until its file is there, in milliseconds, and the largest heap of the page
 * meanwhile, in bytes. The worker that writes it has this machine's speed: developer tools slow only the page.
 */
export async function measurePackage(browser: Browser, origin: string, { token, month }: ClosedMonth, cpu: number) {
  const context = await newPhone(browser, origin, token)
  const page = await slowTab(context, { cpu })
  await page.goto(`${origin}/dashboard/reports/fechar?mes=${month}`)
  // Without the dialog of the browser, which asks where to save.
  await page.evaluate(() => Reflect.deleteProperty(window, 'showSaveFilePicker'))
  await page.getByRole('button', { name: 'Baixar o pacote' }).click()
  const tools = await context.newCDPSession(page)
  const heapOf = async () => (await tools.send('Runtime.getHeapUsage')).usedSize
  const make = page.getByRole('button', { name: 'Fazer o pacote' })
  await make.waitFor()
  let heap = 0
  const watching = setInterval(() => void heapOf().then((bytes) => (heap = Math.max(heap, bytes))), 250)
  const startedAt = performance.now()
  await Promise.all([page.waitForEvent('download', { timeout: 300_000 }), make.click()])
  const ms = performance.now() - startedAt
  clearInterval(watching)
  await context.close()
  return { ms, heap }
}
