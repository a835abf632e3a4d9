import { monthOf } from '@prumo/shared/calendar'
import { formatCentavos } from '@prumo/shared/money'
import { toCentavos } from '@prumo/shared/money-fields'
import type { MonthSummaries, MonthSummary, Transaction, TransactionPage } from '@prumo/shared/transactions'
import { LATEST_SETTLED_KEY, MONTHS_KEY } from '../data/api-requests'
import { resultLabel } from '../features/overview/month-texts'
import { today } from '../lib/dates'
import { requestResult, runningRelease, withAccountDatabase } from '../lib/device-database'
import { read, storageKeys } from '../lib/device-storage'
import './prefetch'
import balance from '../ui/balance.module.css'
import { partsOfCentavos, widthInEms } from '../ui/money-format'

/**
 * Draws the result of the month into the page's frame while the overview's code loads: from the device's store, or from the answers
 * that app/prefetch.ts requested. The build appends both scripts to public/first-paint.js, for the app's page alone
 * (build/first-script.ts). The figure equals the overview's first one; without all its data nothing is drawn.
 */
if (document.documentElement.dataset['start'] === 'overview' && !new URLSearchParams(location.search).has('mes')) {
  void loadMonthResult().then((net) => net !== null && drawFigure(net))
}

interface MonthResultSource {
  months: readonly MonthSummary[] | undefined
  latest: Transaction | null | undefined
}

/** Income minus expense of the present month, in centavos; null if it is unknown or the overview would show another month. */
async function loadMonthResult(): Promise<number | null> {
  const prefetched = readPrefetchedSource().catch(() => null)
  const cached = await readCachedSource().catch(() => null)
  // Unsent commands change the figure; only the app can apply them.
  if (cached?.isAhead) return null
  return monthNet(cached) ?? monthNet(await prefetched)
}

function monthNet(source: MonthResultSource | null): number | null {
  const now = monthOf(today())
  const last = source?.months?.at(-1)
  if (!source?.latest || monthOf(source.latest.date) !== now || last?.month !== now) return null
  return last.income - last.expense
}

async function readPrefetchedSource(): Promise<MonthResultSource> {
  const { answers = {} } = window.prumoPrefetch ?? {}
  const prefetched = async <T>(beginning: string): Promise<Partial<T>> => {
    const path = Object.keys(answers).find((each) => each.startsWith(beginning))
    // Cloned, because the app reads the answer too.
    return path ? toCentavos((await (await answers[path])?.clone().json()) as T) : {}
  }
  const [{ months }, { transactions }] = await Promise.all([
    prefetched<MonthSummaries>('/transactions/summary/months'),
    prefetched<TransactionPage>('/transactions?status=settled'),
  ])
  return { months, latest: transactions?.[0] }
}

/** Like `readPrefetchedSource`, from the account's store (data/sync/device-store.ts). */
async function readCachedSource(): Promise<(MonthResultSource & { isAhead: boolean }) | null> {
  const user = read(read('session', storageKeys.token) ? 'session' : 'local', storageKeys.user)
  if (!user) return null
  return withAccountDatabase((JSON.parse(user) as { id: string }).id, async (database) => {
    const reads = database.transaction('reads').objectStore('reads')
    const cachedAnswer = async <T>(key: readonly unknown[]) => {
      const found = (await requestResult(reads.get(JSON.stringify(key)))) as { data: { data: T }; release?: string } | undefined
      return found && found.release === runningRelease() ? found.data.data : undefined
    }
    const [summaries, latest, commands] = await Promise.all([
      cachedAnswer<MonthSummaries>([...MONTHS_KEY, null]),
      cachedAnswer<Transaction | null>(LATEST_SETTLED_KEY),
      requestResult(database.transaction('commands').objectStore('commands').count()),
    ])
    return { months: summaries?.months, latest, isAhead: commands > 0 }
  })
}

/** The width of currency and cents, in ems of the large number: ui/balance.tsx. */
const AROUND_EM = 1.55

function drawFigure(net: number): void {
  const panel = document.querySelector<HTMLElement>('#start .start-panel')
  // The script runs before the page is parsed.
  if (!panel) return void requestAnimationFrame(() => drawFigure(net))
  const now = monthOf(today())
  const { sign, currency, whole, cents } = partsOfCentavos(net)
  const visible = createElement('span', '', [
    createElement('span', balance.sign, [sign]),
    createElement('span', balance.currency, [currency]),
    whole,
    createElement('span', balance.cents, [cents]),
  ])
  visible.ariaHidden = 'true'
  const figure = createElement('p', balance.balance, [createElement('span', 'visually-hidden', [formatCentavos(net)]), visible])
  figure.toggleAttribute('data-short', net < 0)
  const frame = createElement('div', balance.frame, [figure])
  frame.style.setProperty('--ems', String(widthInEms(sign + whole) + AROUND_EM))
  const section = createElement('section', '', [createElement('p', 'start-label', [resultLabel(now, now, net)]), frame])
  section.ariaLabel = 'Resultado do mês'
  panel.replaceChildren(section)
  panel.dataset['figure'] = ''
}

function createElement(name: string, className: string | undefined, parts: readonly (string | Node)[]): HTMLElement {
  const element = document.createElement(name)
  if (className) element.className = className
  element.append(...parts)
  return element
}
