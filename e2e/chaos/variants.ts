import { setTimeout as pause } from 'node:timers/promises'
import { expect, type Page } from '@playwright/test'
import { signIn, signOut } from '../people.js'
import { secondRelease } from '../second-release.js'
import { ServerAccount } from './account.js'
import { goTo } from './screen-actions.js'
import { readDeviceQueue } from './device-queue.js'
import { changedClock, closedMonth, failingStore, failingCommand, firstOfMonth, frozenTab } from './fault-variants.js'
import { initialAccount, sortSnapshot } from './plan.js'
import { expectDrained, restoreConnection, type ChaosVariant } from './run.js'

const plain: ChaosVariant = {
  name: 'one tab',
  async reconnect(run) {
    restoreConnection(run)
    await expectDrained(run)
  },
}

const twoTabs: ChaosVariant = { ...plain, name: 'two tabs', tabs: 2 }

/** The question before signing out is open during the restart; or it is answered, and the queue is discarded on purpose. */
const signOutVariant: ChaosVariant = {
  name: 'logout pending',
  async reconnect(run) {
    const { account, way } = run
    const page = run.tabs[0]!
    await askToLeave(page)
    const question = page.getByRole('dialog', { name: /^Sair e perder \d+ lançamentos\?$/ })
    await expect(question).toBeVisible()
    if (run.round % 2 === 0) {
      restoreConnection(run)
      await expectDrained(run)
      const empty = page.getByRole('dialog', { name: 'Tudo foi enviado' })
      way.dropEvery = 0
      await empty.getByRole('button', { name: 'Sair', exact: true }).click()
    } else {
      await question.getByRole('button', { name: /^Sair e apagar os \d+$/ }).click()
      run.expected = sortSnapshot(initialAccount)
      run.commands = 0
    }
    await page.waitForURL('**/login')
    expect(await readDeviceQueue(page, account.id)).toEqual([])
    way.goUp()
    await signIn(page, account.person)
  },
}

/** The session ends while an answer is under way; another person signs in on the device, and then the first one again. */
const anotherAccount: ChaosVariant = {
  name: 'another account while a request hangs',
  async reconnect(run) {
    const { account, app, request, way } = run
    const page = run.tabs[0]!
    const other = await ServerAccount.registered(app, request)
    const known = other.happenings()
    const held = way.holdNext()
    way.goUp()
    await held.arrived
    const token = await page.evaluate(() => localStorage.getItem('prumo:token'))
    await expect(await request.post('/api/auth/logout', { headers: { Authorization: `Bearer ${token}` } })).toBeOK()
    await page.waitForURL('**/login', { timeout: 30_000 })
    if (run.round % 2 === 0) held.release()
    await signIn(page, other.person)
    held.release()
    await goTo(page, 'Transações')
    await expect(page.getByRole('heading', { name: 'Nenhuma transação encontrada' })).toBeVisible()
    await pause(1000)
    expect(await readDeviceQueue(page, other.id)).toEqual([])
    expect(other.happenings()).toEqual(known)
    await signOut(page)
    way.dropEvery = 3
    await signIn(page, account.person)
    await expectDrained(run)
  },
}

/** A newer release arrives while commands are queued: it is loaded after the last command, or at the browser's next start. */
const upgraded: ChaosVariant = {
  name: 'upgraded with a full queue',
  async reconnect(run) {
    const { device, way } = run
    const [page] = run.tabs as [Page]
    way.release = secondRelease()
    way.isCut = true
    way.goUp()
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update())
    await page.getByRole('button', { name: 'Atualizar' }).click({ timeout: 30_000 })
    await expect(page.getByText('Ela entra assim que tudo estiver salvo e enviado.')).toBeVisible()
    await pause(500)
    expect(await releaseOf(page)).toBe('first')
    if (run.round % 2 === 0) {
      way.dropEvery = 3
      way.isCut = false
      await expectDrained(run)
      await expect(async () => expect(await releaseOf(page)).toBe('second')).toPass({ timeout: 20_000 })
      return
    }
    await device.kill()
    await device.turnOn()
    const next = await device.tab()
    run.tabs = [next]
    await next.goto(`${way.url}/dashboard`)
    await expect(async () => expect(await releaseOf(next)).toBe('second')).toPass({ timeout: 20_000 })
    await expect(next.locator('[data-strip="offline"]')).toContainText(`${run.commands} lançamentos aguardando envio.`)
    way.dropEvery = 3
    way.isCut = false
    await expectDrained(run)
  },
}

/** As in some private windows: without a store, changes last as long as the page, and the screens say so. */
const refused: ChaosVariant = {
  name: 'storage refused',
  forgets: true,
  async prepare({ device }) {
    await device.context().addInitScript(() => {
      Object.defineProperty(IDBFactory.prototype, 'open', {
        value: () => {
          throw new DOMException('Storage is refused', 'SecurityError')
        },
      })
    })
  },
  async reconnect(run) {
    await expect(run.tabs[0]!.locator('[data-strip="offline"]')).toContainText('Este navegador não guarda nada')
    restoreConnection(run)
    await expect.poll(async () => JSON.stringify(await run.account.seen()) === JSON.stringify(run.expected), { timeout: 90_000 }).toBe(true)
  },
}

const variants: readonly ChaosVariant[] = [
  plain,
  twoTabs,
  signOutVariant,
  anotherAccount,
  upgraded,
  refused,
  frozenTab,
  failingStore,
  changedClock,
  failingCommand,
  firstOfMonth,
  closedMonth,
]

/** Seeds take the variants in turn. */
export function variantOf(seed: number): { variant: ChaosVariant; round: number } {
  return { variant: variants[seed % variants.length]!, round: Math.floor(seed / variants.length) }
}

async function askToLeave(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Conta de/ }).click()
  await page.getByRole('menuitem', { name: 'Sair' }).click()
}

async function releaseOf(page: Page): Promise<string> {
  return await page.evaluate(() => (globalThis as { prumoRelease?: string }).prumoRelease ?? 'first')
}
