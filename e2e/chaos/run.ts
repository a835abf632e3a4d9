import { expect, type APIRequestContext, type Page, type TestInfo } from '@playwright/test'
import { CuttableConnection } from '../cuttable-connection.js'
import { parkedPanel } from '../ledger.js'
import { signIn } from '../people.js'
import type { RunningApp } from '../running-app.js'
import { ServerAccount } from './account.js'
import { ChaosDevice, waitForServiceWorker } from './device.js'
import { goTo, perform, screens } from './screen-actions.js'
import { unsentCommands, type QueuedOnDevice } from './device-queue.js'
import { makePlan, seededRandom, sortSnapshot, type AccountSnapshot } from './plan.js'

export const DRAINED_MS = 90_000

/** A run: the device, the connection to the program, and the expected account. */
export interface ChaosRun {
  seed: number
  /** How often the same variant ran before, in a series of seeds. */
  round: number
  app: RunningApp
  request: APIRequestContext
  device: ChaosDevice
  way: CuttableConnection
  account: ServerAccount
  /** The tabs with the app; the first one is in front. */
  tabs: Page[]
  /** The expected account, and the number of its commands; null where the log cannot be read. */
  expected: AccountSnapshot
  commands: number | null
}

interface ChaosContext {
  app: RunningApp
  request: APIRequestContext
  fresh: Page
  attach: TestInfo['attach']
}

/** The faults of a run. */
export interface ChaosVariant {
  name: string
  tabs?: number
  /** The device stores nothing, so there is neither reload nor kill. */
  forgets?: boolean
  /** Runs before anything is opened. */
  prepare?: (run: ChaosRun) => Promise<void>
  /** Runs before each step. @param done the number of completed steps */
  before?: (run: ChaosRun, done: number) => Promise<void>
  /** From a device that was killed and started again, without a connection, until it has sent everything. */
  reconnect: (run: ChaosRun) => Promise<void>
}

/**
 * Twenty commands without a connection, a reload, a kill, a restart, and a connection that loses every third answer: then the
 * server has each effect once, every screen agrees with it, and the log is valid.
 * @param given a page of another device, and a function that attaches the state of a failed run
 * @returns a summary in one line
 */
export async function runChaos(seed: number, variant: ChaosVariant, round: number, given: ChaosContext): Promise<string> {
  const { app, request, fresh, attach } = given
  const startedAt = Date.now()
  const plan = makePlan(seed)
  const [way, device, account] = await Promise.all([
    CuttableConnection.to(app.url),
    ChaosDevice.turnedOn(),
    ServerAccount.registered(app, request),
  ])
  const run: ChaosRun = { seed, round, app, request, device, way, account, tabs: [], expected: sortSnapshot(plan.end), commands: null }
  try {
    await account.fill()
    const before = account.happenings().length
    if (variant.prepare) await variant.prepare(run)
    await open(run, variant.tabs ?? 1)
    way.goDown()

    const random = seededRandom(seed + 1)
    let hand = run.tabs[0]!
    for (const [done, step] of plan.steps.entries()) {
      await variant.before?.(run, done)
      // An undo is offered in the tab of its action.
      if (step.do !== 'undo') hand = run.tabs[Math.floor(random() * run.tabs.length)]!
      if (run.tabs.length > 1) await hand.bringToFront()
      await withStepName(step, () => perform(hand, step))
    }
    if (!variant.forgets) await reloadAndRestart(run)
    await variant.reconnect(run)
    way.dropEvery = 0

    await expectServer(run, before)
    await expectScreens(run, fresh)
    account.verify()
    const sent = run.commands === null ? 'sent' : `${run.commands} sent`
    return `seed ${seed}, ${variant.name}: ${plan.steps.length} commands, ${sent}, in ${Math.round((Date.now() - startedAt) / 1000)} s`
  } catch (failure) {
    // A browser that was killed, or that hangs, gives no screenshot.
    for (const [index, tab] of run.tabs.entries())
      await tab.screenshot({ timeout: 5000 }).then(
        (body) => attach(`tab-${index + 1}`, { body, contentType: 'image/png' }),
        () => undefined,
      )
    throw failure
  } finally {
    await device.remove()
    await way.close()
  }
}

/** Adds the step to the error of a step that fails. */
async function withStepName(step: object, go: () => Promise<void>): Promise<void> {
  try {
    await go()
  } catch (failure) {
    throw new Error(`At ${JSON.stringify(step)}: ${failure instanceof Error ? failure.message : String(failure)}`, { cause: failure })
  }
}

/** Signs in on the device and opens every screen once, so that its data are cached. */
async function open(run: ChaosRun, tabs: number): Promise<void> {
  const first = await run.device.tab()
  run.tabs = [first]
  await first.goto(`${run.way.url}/login`)
  await first.getByText('Lembrar de mim').click()
  await signIn(first, run.account.person)
  await waitForServiceWorker(first)
  for (const screen of [...screens].toReversed()) {
    await goTo(first, screen)
    await expect(first.getByRole('main').locator('[aria-busy="true"]')).toHaveCount(0)
  }
  while (run.tabs.length < tabs) {
    const next = await run.device.tab()
    await next.goto(`${run.way.url}/dashboard`)
    await expect(next.getByRole('heading', { level: 1, name: 'Visão Geral' })).toBeVisible()
    run.tabs.push(next)
  }
}

/** Reloads and restarts the device without any connection. */
async function reloadAndRestart(run: ChaosRun): Promise<void> {
  const { device, way, account } = run
  const line = await unsentCommands(run.tabs[0]!, account.id)
  run.commands = line.length
  await run.tabs[0]!.reload()
  await expectWaiting(run.tabs[0]!, line)
  expect(await unsentCommands(run.tabs[0]!, account.id)).toEqual(line)

  await device.kill()
  await device.turnOn()
  const count = run.tabs.length
  run.tabs = []
  while (run.tabs.length < count) {
    const tab = await device.tab()
    await tab.goto(`${way.url}/dashboard`)
    run.tabs.push(tab)
  }
  await expectWaiting(run.tabs[0]!, line)
  expect(await unsentCommands(run.tabs[0]!, account.id)).toEqual(line)
}

async function expectWaiting(page: Page, line: readonly QueuedOnDevice[]): Promise<void> {
  await expect(page.locator('[data-strip="offline"]')).toContainText(`Sem internet. ${line.length} lançamentos aguardando envio.`, {
    timeout: 15_000,
  })
}

/** Restores the connection, which then loses every third answer after the server has handled the request. */
export function restoreConnection({ way }: ChaosRun): void {
  way.dropEvery = 3
  way.goUp()
}

/** Waits until the device has sent everything. */
export async function expectDrained({ tabs, account }: ChaosRun): Promise<void> {
  await expect(async () => expect(await unsentCommands(tabs[0]!, account.id)).toEqual([])).toPass({ timeout: DRAINED_MS, intervals: [250] })
}

/** Checks that the account is as expected on the server, with each command in its log once. */
async function expectServer({ account, expected, commands }: ChaosRun, before: number): Promise<void> {
  await expect.poll(() => account.seen(), { timeout: DRAINED_MS }).toEqual(expected)
  if (commands !== null) expect(account.happenings().length - before).toBe(commands)
}

/** Checks that every screen shows what a fresh device shows, and nothing is queued or parked. */
async function expectScreens({ tabs, account, app, way }: ChaosRun, fresh: Page): Promise<void> {
  const { user } = await account.call<{ user: object }>('GET', '/auth/verify')
  await fresh.addInitScript(
    ([token, stored]) => {
      sessionStorage.setItem('prumo:token', token)
      sessionStorage.setItem('prumo:user', stored)
    },
    [account.token, JSON.stringify(user)] as const,
  )
  await fresh.goto(`${app.url}/dashboard`)
  for (const tab of tabs) {
    await tab.bringToFront()
    if (!tab.url().startsWith(`${way.url}/dashboard`)) throw new Error(`A tab is at ${tab.url()}`)
    await expect(parkedPanel(tab)).toHaveCount(0)
    for (const screen of screens) {
      await Promise.all([goTo(tab, screen), goTo(fresh, screen)])
      // Whether installing is offered depends on the device, not on the server.
      const notNow = tab.getByRole('region', { name: 'Instalar' }).getByRole('button', { name: 'Agora não' })
      const text = (page: Page) => page.getByRole('main').innerText()
      const same = async () => {
        if (await notNow.isVisible()) await notNow.click()
        expect((await text(tab)).split('\n')).toEqual((await text(fresh)).split('\n'))
      }
      await expect(same).toPass({ timeout: 20_000, intervals: [100, 250] })
      await expect(tab.getByText('Aguardando envio')).toHaveCount(0)
    }
  }
}
