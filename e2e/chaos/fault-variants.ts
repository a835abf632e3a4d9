import { expect } from '@playwright/test'
import { failStore, installFailingStore } from '../failing-store.js'
import { day, parkedPanel } from '../ledger.js'
import { setClock, withSettableClock } from './clock.js'
import { suspend } from './device.js'
import { unsentCommands } from './device-queue.js'
import { COMMANDS, sortSnapshot } from './plan.js'
import { DRAINED_MS, expectDrained, restoreConnection, type ChaosRun, type ChaosVariant } from './run.js'
import { perform } from './screen-actions.js'

/** Faults of browsers, clocks and servers. */

/** The browser suspends the tab that sends: it keeps its locks, and another tab takes over. */
export const frozenTab: ChaosVariant = {
  name: 'a frozen tab',
  tabs: 2,
  async reconnect(run) {
    const [sending, other] = [run.tabs[0]!, run.tabs[1]!]
    const { wake } = await suspend(sending)
    await other.bringToFront()
    restoreConnection(run)
    await expectDrained({ ...run, tabs: [other] })
    await wake()
    await expectDrained(run)
  },
}

/**
 * The store fails while commands are queued: it is opened again, or the queue continues in memory and the next page does not send
 * it again.
 */
export const failingStore: ChaosVariant = {
  name: 'a store that dies',
  async reconnect(run) {
    const page = run.tabs[0]!
    await run.device.context().addInitScript(installFailingStore)
    await page.reload()
    await expect(page.locator('[data-strip="offline"]')).toContainText(`${run.commands} lançamentos aguardando envio.`)
    if (run.round % 2 === 0) {
      await failStore(page, 'open')
      restoreConnection(run)
      return await expectDrained(run)
    }
    await failStore(page, 'all')
    restoreConnection(run)
    await expect.poll(() => run.account.seen(), { timeout: DRAINED_MS }).toEqual(run.expected)
    await expect(page.locator('[data-strip="offline"]')).toContainText('Este navegador não guarda nada')
    await page.reload()
    await expectDrained(run)
  },
}

/** The clock jumps between the ends of the day, while commands are made and while they are sent. */
export const changedClock: ChaosVariant = {
  name: 'a clock set back and forward',
  tabs: 2,
  async prepare({ device }) {
    await device.context().addInitScript(withSettableClock)
  },
  async before(run, done) {
    if (done % 4 === 0) await setClock(run.tabs[0]!, [todayAt('00:05'), todayAt('23:50'), null][(done / 4) % 3]!)
  },
  async reconnect(run) {
    await run.device.context().addInitScript(withSettableClock)
    for (const tab of run.tabs) await tab.reload()
    await setClock(run.tabs[0]!, todayAt(run.round % 2 === 0 ? '23:50' : '00:05'))
    restoreConnection(run)
    const before = run.commands ?? 0
    await expect(async () => expect((await unsentCommands(run.tabs[0]!, run.account.id)).length).toBeLessThan(before)).toPass({
      timeout: DRAINED_MS,
      intervals: [50],
    })
    await setClock(run.tabs[0]!, todayAt(run.round % 2 === 0 ? '00:05' : '23:50'))
    await expectDrained(run)
    await setClock(run.tabs[0]!, null)
  },
}

/**
 * The server always fails on the first command: all others arrive, and the person sees it and sends it again once the server works.
 */
export const failingCommand: ChaosVariant = {
  name: 'a 500 for ever',
  async reconnect(run) {
    const { account, way } = run
    const page = run.tabs[0]!
    const [first] = await unsentCommands(page, account.id)
    way.failing = first!.key
    restoreConnection(run)
    const left = async (): Promise<string[]> => [...new Set((await unsentCommands(page, account.id)).map(({ entityId }) => entityId))]
    await expect(async () => expect(await left()).toEqual([first!.entityId])).toPass({ timeout: DRAINED_MS, intervals: [250] })
    await parkedPanel(page).getByRole('link', { name: 'Revisar' }).click({ timeout: DRAINED_MS })
    await expect(page.getByRole('main')).toContainText('Tentamos 5 vezes, e a conta não conseguiu receber.')
    way.failing = null
    await page.getByRole('button', { name: /^Tentar de novo / }).click()
    await expectDrained(run)
  },
}

/** A month begins without a connection: the overview opens with the data of the month before. */
export const firstOfMonth: ChaosVariant = {
  name: 'the first of a month',
  async reconnect(run) {
    const page = run.tabs[0]!
    await run.device.context().addInitScript(withSettableClock)
    await setClock(page, `${nextMonth()}-01T12:00:00-03:00`)
    await page.reload()
    const result = page.getByRole('region', { name: 'Resultado do mês' })
    await expect(result).toContainText('R$')
    await expect(page.getByRole('main')).not.toContainText('Não conseguimos carregar')
    if (run.round % 2 === 0) await resetClock(run)
    restoreConnection(run)
    await expectDrained(run)
    if (run.round % 2 !== 0) await resetClock(run)
  },
}

const EARLIER = { description: 'Venda antiga', amount: 75.5, type: 'income' } as const

/**
 * Another device closes an old month of which a sale is deleted here: only that command is refused. It is sent again once the month
 * is reopened, or discarded.
 */
export const closedMonth: ChaosVariant = {
  name: 'a month closed elsewhere',
  async prepare({ account }) {
    await account.call('POST', '/transactions', { ...EARLIER, transactionDate: `${earlierMonth()}-10` })
  },
  async before({ account, tabs }, done) {
    if (done === 0) await perform(tabs[0]!, { do: 'delete transaction', of: EARLIER.description })
    if (done === COMMANDS / 2) await account.call('POST', `/months/${earlierMonth()}/close`, {})
  },
  async reconnect(run) {
    const { account, expected } = run
    const page = run.tabs[0]!
    const sent = run.commands ?? 0
    restoreConnection(run)
    const left = async (): Promise<string[]> => (await unsentCommands(page, account.id)).map(({ name, standing }) => `${name} ${standing}`)
    await expect(async () => expect(await left()).toEqual(['transaction.delete refused'])).toPass({ timeout: DRAINED_MS, intervals: [250] })
    await parkedPanel(page).getByRole('link', { name: 'Revisar' }).click()
    await expect(page.getByRole('main')).toContainText('está fechado. Reabra para mudar.')
    // The log also has the sale and what was done to the month.
    if (run.round % 2 === 0) {
      await account.call('POST', `/months/${earlierMonth()}/reopen`, { reason: 'Faltou uma correção' })
      await page.getByRole('button', { name: `Tentar de novo ${EARLIER.description}` }).click()
      run.commands = sent + 3
    } else {
      await page.getByRole('button', { name: `Descartar ${EARLIER.description}` }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Descartar' }).click()
      const sale = { ...EARLIER, status: 'settled', to: null, isService: false, hasInvoice: false, receipts: 0 } as const
      run.expected = sortSnapshot({ ...expected, transactions: [...expected.transactions, sale] })
      run.commands = sent + 1
    }
    await expectDrained(run)
  },
}

async function resetClock({ tabs }: ChaosRun): Promise<void> {
  await setClock(tabs[0]!, null)
  await tabs[0]!.reload()
}

/** A time of today in São Paulo, as ISO 8601. */
function todayAt(time: string): string {
  return `${day()}T${time}:00-03:00`
}

/** The month of a hundred days ago. */
function earlierMonth(): string {
  return day(-100).slice(0, 7)
}

/** `2026-12` */
function nextMonth(): string {
  const [year, month] = day().split('-').map(Number) as [number, number]
  return month === 12 ? `${year + 1}-01` : `${year}-${String(month + 1).padStart(2, '0')}`
}
