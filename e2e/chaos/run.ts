import { expect, type APIRequestContext, type Page, type TestInfo } from '@playwright/test'
import { CuttableConnection } from '../cuttable-connection.js'
import { parkedPanel } from '../ledger.js'
import { signIn } from '../people.js'
import type { RunningApp } from '../running-app.js'
import { ServerAccount } from './account.js'
import { ChaosDevice } from './device.js'
import { goTo, perform, screens } from './screen-actions.js'
import { unsentCommands, type QueuedOnDevice } from './device-queue.js'
import { makePlan, seededRandom, sortSnapshot, type AccountSnapshot } from './plan.js'

export const DRAINED_MS = 90_000

/** One run: somebody's device, the way to the program, and what its account is to become. */
export interface ChaosRun {
  seed: number
  /** How often the same variant ran before, when seeds are taken one after the other. */
  round: number
  app: RunningApp
  request: APIRequestContext
  device: ChaosDevice
  way: CuttableConnection
  account: ServerAccount
  /** What of the device shows the app; the first is the one that is looked at. */
  tabs: Page[]
  /** The account as it has to be in the end, and how many commands make it so; null where that cannot be looked up. */
  expected: AccountSnapshot
  commands: number | null
}

interface ChaosContext {
  app: RunningApp
  request: APIRequestContext
  fresh: Page
  attach: TestInfo['attach']
}

/** What else happens in a run. */
export interface ChaosVariant {
  name: string
  tabs?: number
  /** The device keeps nothing: no reload and no kill. */
  forgets?: boolean
  /** Before anything is opened. */
  prepare?: (run: ChaosRun) => Promise<void>
  /** Before each step. @param done how many steps were done */
  before?: (run: ChaosRun, done: number) => Promise<void>
  /** From a device that was killed and is on again, without a connection, to one that has sent everything. */
  reconnect: (run: ChaosRun) => Promise<void>
}

/**
 * Twenty commands without a connection, reload, kill, another start, and a connection that loses every third answer: then
 * the server has each effect once, every screen says what it says, and the log is whole.
 * @param given with a page of another device, which knows nothing, and where to put what a failed run looked like
 * @returns what happened, in a line
 */
export async function runChaos(seed: number, variant: ChaosVariant, round: number, given: ChaosContext): Promise<string> {
  const { app, request, fresh, attach } = given
  const begun = Date.now()
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
      // What is offered to be taken back is offered where it was done.
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
    return `seed ${seed}, ${variant.name}: ${plan.steps.length} commands, ${sent}, in ${Math.round((Date.now() - begun) / 1000)} s`
  } catch (failure) {
    // A browser that was killed, or that hangs, has no picture.
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

/** A step that fails says which one it was. */
async function withStepName(step: object, go: () => Promise<void>): Promise<void> {
  try {
    await go()
  } catch (failure) {
    throw new Error(`At ${JSON.stringify(step)}: ${failure instanceof Error ? failure.message : String(failure)}`, { cause: failure })
  }
}

/** Signs in on the device and looks at every screen once, as one has who then goes where there is no connection. */
async function open(run: ChaosRun, tabs: number): Promise<void> {
  const first = await run.device.tab()
  run.tabs = [first]
  await first.goto(`${run.way.url}/login`)
  await first.getByText('Lembrar de mim').click()
  await signIn(first, run.account.person)
  await first.waitForFunction(() => navigator.serviceWorker.controller !== null)
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

/** Reload and kill, with nothing to be had from anywhere but the device. */
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
  await expect(page.locator('[data-strip]')).toContainText(`Sem internet. ${line.length} lançamentos aguardando envio.`, {
    timeout: 15_000,
  })
}

/** The connection is back, and loses every third answer after the server has what it was asked. */
export function restoreConnection({ way }: ChaosRun): void {
  way.dropEvery = 3
  way.goUp()
}

/** Until the device has nothing left to send. */
export async function expectDrained({ tabs, account }: ChaosRun): Promise<void> {
  await expect(async () => expect(await unsentCommands(tabs[0]!, account.id)).toEqual([])).toPass({ timeout: DRAINED_MS, intervals: [250] })
}

/** The account as the server has it, and each command in its log once. */
async function expectServer({ account, expected, commands }: ChaosRun, before: number): Promise<void> {
  await expect.poll(() => account.seen(), { timeout: DRAINED_MS }).toEqual(expected)
  if (commands !== null) expect(account.happenings().length - before).toBe(commands)
}

/** Every screen says what it says on a device that has it all from the server, and nothing waits or asks. */
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
      // Whether installing is offered depends on what a device saw, not on what the server has.
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
