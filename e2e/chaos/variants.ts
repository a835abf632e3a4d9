import { setTimeout as pause } from 'node:timers/promises'
import { expect, type Page } from '@playwright/test'
import { signIn, signOut } from '../people.js'
import { secondRelease } from '../second-release.js'
import { ServerAccount } from './account.js'
import { goTo } from './hands.js'
import { keptLine } from './line.js'
import { clockSet, dyingStore, failedOn, firstOfMonth, frozenTab } from './edges.js'
import { beginning, sorted } from './plan.js'
import { drained, restore, type Variant } from './run.js'

const plain: Variant = {
  name: 'one tab',
  async comeBack(run) {
    restore(run)
    await drained(run)
  },
}

const twoTabs: Variant = { ...plain, name: 'two tabs', tabs: 2 }

/** The question whether to leave stands open while everything goes; or it is answered, and what waits is lost by will. */
const leaving: Variant = {
  name: 'logout pending',
  async comeBack(run) {
    const { account, way } = run
    const page = run.tabs[0]!
    await askToLeave(page)
    const question = page.getByRole('dialog', { name: /^Sair e perder \d+ lançamentos\?$/ })
    await expect(question).toBeVisible()
    if (run.round % 2 === 0) {
      restore(run)
      await drained(run)
      const empty = page.getByRole('dialog', { name: 'Tudo foi enviado' })
      way.dropEvery = 0
      await empty.getByRole('button', { name: 'Sair', exact: true }).click()
    } else {
      await question.getByRole('button', { name: /^Sair e apagar os \d+$/ }).click()
      run.expected = sorted(beginning)
      run.commands = 0
    }
    await page.waitForURL('**/login')
    expect(await keptLine(page, account.id)).toEqual([])
    way.comeBack()
    await signIn(page, account.person)
  },
}

/** The session ends while an answer is on its way; someone else signs in on the same device, and then the first one again. */
const anotherAccount: Variant = {
  name: 'another account while a request hangs',
  async comeBack(run) {
    const { account, app, request, way } = run
    const page = run.tabs[0]!
    const other = await ServerAccount.registered(app, request)
    const known = other.happenings()
    const held = way.holdNext()
    way.comeBack()
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
    expect(await keptLine(page, other.id)).toEqual([])
    expect(other.happenings()).toEqual(known)
    await signOut(page)
    way.dropEvery = 3
    await signIn(page, account.person)
    await drained(run)
  },
}

/** A newer release arrives while the queue is full: it comes after the last command, or with the next start of the browser. */
const upgraded: Variant = {
  name: 'upgraded with a full queue',
  async comeBack(run) {
    const { device, way } = run
    const [page] = run.tabs as [Page]
    way.release = secondRelease()
    way.isCut = true
    way.comeBack()
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update())
    await page.getByRole('button', { name: 'Atualizar' }).click({ timeout: 30_000 })
    await expect(page.getByText('Ela entra assim que tudo estiver salvo e enviado.')).toBeVisible()
    await pause(500)
    expect(await releaseOf(page)).toBe('first')
    if (run.round % 2 === 0) {
      way.dropEvery = 3
      way.isCut = false
      await drained(run)
      await expect(async () => expect(await releaseOf(page)).toBe('second')).toPass({ timeout: 20_000 })
      return
    }
    await device.kill()
    await device.turnOn()
    const next = await device.tab()
    run.tabs = [next]
    await next.goto(`${way.url}/dashboard`)
    await expect(async () => expect(await releaseOf(next)).toBe('second')).toPass({ timeout: 20_000 })
    await expect(next.locator('[data-strip]')).toContainText(`${run.commands} lançamentos aguardando envio.`)
    way.dropEvery = 3
    way.isCut = false
    await drained(run)
  },
}

/** As in some private windows: what is done lives as long as the page, and the screens say so. */
const refused: Variant = {
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
  async comeBack(run) {
    await expect(run.tabs[0]!.locator('[data-strip]')).toContainText('Este navegador não guarda nada')
    restore(run)
    await expect.poll(async () => JSON.stringify(await run.account.seen()) === JSON.stringify(run.expected), { timeout: 90_000 }).toBe(true)
  },
}

const variants: readonly Variant[] = [
  plain,
  twoTabs,
  leaving,
  anotherAccount,
  upgraded,
  refused,
  frozenTab,
  dyingStore,
  clockSet,
  failedOn,
  firstOfMonth,
]

/** They take turns. */
export function variantOf(seed: number): { variant: Variant; round: number } {
  return { variant: variants[seed % variants.length]!, round: Math.floor(seed / variants.length) }
}

async function askToLeave(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Conta de/ }).click()
  await page.getByRole('menuitem', { name: 'Sair' }).click()
}

async function releaseOf(page: Page): Promise<string> {
  return await page.evaluate(() => (globalThis as { prumoRelease?: string }).prumoRelease ?? 'first')
}
