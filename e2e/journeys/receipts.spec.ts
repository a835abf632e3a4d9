import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, type Page } from '@playwright/test'
import { ServerAccount } from '../chaos/account.js'
import { ChaosDevice } from '../chaos/device.js'
import { unsentCommands } from '../chaos/device-queue.js'
import { seededRandom } from '../chaos/plan.js'
import { CuttableConnection } from '../cuttable-connection.js'
import { day } from '../ledger.js'
import { signIn, subscribe } from '../people.js'
import type { ChosenFile } from '../receipt-files.js'
import type { RunningApp } from '../running-app.js'
import { testOwnApp as test } from '../test.js'

const SEED = 1
const PURCHASES = 50
/** The most that a transaction holds. */
const EACH = 10
const RECEIPTS = PURCHASES * EACH
/** Every so many answers to a write are lost after the server has handled it. */
const DROP_EVERY = 4
/** Purchases between two kills of the API. */
const KILL_API_EVERY = 12
const LOADED_MS = 60_000

interface ServerAttachment {
  id: string
  name: string
}

/** A PDF that no other receipt equals, of 1 to 200 kB. */
function receiptFile(name: string, random: () => number): ChosenFile {
  const bytes = Buffer.from(Array.from({ length: 1000 + Math.floor(random() ** 2 * 200_000) }, () => Math.floor(random() * 256)))
  return { name, mimeType: 'application/pdf', buffer: Buffer.concat([Buffer.from(`%PDF-1.4\n% ${name}\n`), bytes]) }
}

const shaOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

/** Adds files to the purchase whose form is open; resolves once they are shown, and so stored on the device. */
async function attach(page: Page, files: readonly ChosenFile[]): Promise<void> {
  const receipts = page.getByRole('dialog', { name: 'Editar transação' }).getByRole('region', { name: 'Comprovantes' })
  await receipts.getByLabel('Arquivos de comprovante').setInputFiles([...files], { timeout: LOADED_MS })
  await expect(receipts.getByRole('button', { name: /^Abrir/ })).toHaveCount(files.length, { timeout: LOADED_MS })
}

/** What the server has, by name: every name once, with the hash of its bytes. */
async function storedReceipts({ token }: ServerAccount, app: RunningApp, purchases: readonly string[]): Promise<Map<string, string>> {
  const headers = { authorization: `Bearer ${token}` }
  const stored = new Map<string, string>()
  for (const id of purchases) {
    const answer = await fetch(`${app.url}/api/transactions/${id}/attachments`, { headers })
    const { attachments } = (await answer.json()) as { attachments: ServerAttachment[] }
    for (const { id: receipt, name } of attachments) {
      expect(stored.has(name)).toBe(false)
      stored.set(name, shaOf(Buffer.from(await (await fetch(`${app.url}/api/attachments/${receipt}`, { headers })).arrayBuffer())))
    }
  }
  return stored
}

test(
  'receipts of a device that is reloaded and killed at every step arrive once each, and as they were',
  { tag: ['@desktop', '@long'] },
  async ({ app, request }, info) => {
    test.setTimeout(1_800_000)
    const startedAt = Date.now()
    const random = seededRandom(SEED)
    const [way, device, account] = await Promise.all([
      CuttableConnection.to(app.url),
      ChaosDevice.turnedOn(),
      ServerAccount.registered(app, request),
    ])
    const list = `${way.url}/dashboard/transactions`
    let page = await device.tab()
    let [reloads, kills] = [0, 0]
    /** Opens a page in the place of the one that sends, now and then in a browser that was killed. */
    const reopen = async (address: string): Promise<void> => {
      if (random() < 0.25) {
        kills += 1
        await device.kill()
        await device.turnOn()
        page = await device.tab()
      } else reloads += 1
      await page.goto(address, { timeout: LOADED_MS })
    }
    const unsent = async (): Promise<number> => {
      const queue = await unsentCommands(page, account.id)
      expect(queue.filter(({ standing }) => standing !== 'waiting')).toEqual([])
      return queue.length
    }

    try {
      // The first minutes without a subscription may be too few.
      await subscribe(request, account.token)
      const purchases: string[] = []
      for (let number = 1; number <= PURCHASES; number += 1) {
        const bought = { description: `Compra ${number}`, amount: number, type: 'expense', transactionDate: day() }
        const { transaction } = await account.call<{ transaction: { id: string } }>('POST', '/transactions', bought)
        purchases.push(transaction.id)
      }
      const before = account.happenings().length
      await page.goto(`${way.url}/login`)
      await page.getByText('Lembrar de mim').click()
      await signIn(page, account.person)
      await page.goto(list)
      await expect(page.getByText(`Compra ${PURCHASES}`, { exact: true })).toBeVisible()

      way.dropEvery = DROP_EVERY
      const hashes = new Map<string, string>()
      let longest = 0
      for (const [index, id] of purchases.entries()) {
        const files = Array.from({ length: EACH }, (_, number) => receiptFile(`recibo-${index + 1}-${number + 1}.pdf`, random))
        for (const { name, buffer } of files) hashes.set(name, shaOf(buffer))
        await reopen(`${list}?editar=${id}`)
        await attach(page, files)
        longest = Math.max(longest, await unsent())
        if ((index + 1) % KILL_API_EVERY === 0) app.kill('backend/dist/main.js')
        await pause(random() * 500)
      }
      for (let left = await unsent(); left > 0; left = await unsent()) {
        const next = Math.max(0, left - 1 - Math.floor(random() * 30))
        await expect.poll(unsent, { timeout: LOADED_MS, intervals: [50] }).toBeLessThanOrEqual(next)
        await reopen(list)
      }
      way.dropEvery = 0

      expect(account.happenings().slice(before)).toEqual(Array.from({ length: RECEIPTS }, () => 'AttachmentAdded'))
      expect(await storedReceipts(account, app, purchases)).toEqual(hashes)
      account.verify()
      const faults = `${reloads} reloads, ${kills} kills of the browser, ${Math.floor(PURCHASES / KILL_API_EVERY)} of the API, ${way.dropped} lost answers`
      const summary = `${RECEIPTS} receipts, at most ${longest} queued, ${faults}, in ${Math.round((Date.now() - startedAt) / 1000)} s`
      info.annotations.push({ type: 'summary', description: summary })
      process.stdout.write(`${summary}\n`)
    } finally {
      await device.remove()
      await way.close()
    }
  },
)
