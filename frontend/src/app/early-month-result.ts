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
 * Puts the figure of the month into the frame that stands while the overview's code is still on its way: what the device
 * kept, or else what app/prefetch.ts asked for. The build puts both behind public/first-paint.js, for the app's page alone
 * (build/first-script.ts). It shows what the overview begins with, or nothing.
 */
if (document.documentElement.dataset['start'] === 'overview' && !new URLSearchParams(location.search).has('mes')) {
  void loadMonthResult().then((net) => net !== null && drawFigure(net))
}

interface MonthResultSource {
  months: readonly MonthSummary[] | undefined
  latest: Transaction | null | undefined
}

/** What remains of the present month, in centavos; null where that is not known, or another month is spoken of. */
async function loadMonthResult(): Promise<number | null> {
  const coming = readPrefetchedSource().catch(() => null)
  const kept = await readCachedSource().catch(() => null)
  // What this device did and the server does not know moves the figure: the app reckons with it.
  if (kept?.isAhead) return null
  return monthNet(kept) ?? monthNet(await coming)
}

function monthNet(facts: MonthResultSource | null): number | null {
  const now = monthOf(today())
  const last = facts?.months?.at(-1)
  if (!facts?.latest || monthOf(facts.latest.date) !== now || last?.month !== now) return null
  return last.income - last.expense
}

async function readPrefetchedSource(): Promise<MonthResultSource> {
  const { answers = {} } = window.prumoPrefetch ?? {}
  const asked = async <T>(beginning: string): Promise<Partial<T>> => {
    const path = Object.keys(answers).find((each) => each.startsWith(beginning))
    // The app reads it as well.
    return path ? toCentavos((await (await answers[path])?.clone().json()) as T) : {}
  }
  const [{ months }, { transactions }] = await Promise.all([
    asked<MonthSummaries>('/transactions/summary/months'),
    asked<TransactionPage>('/transactions?status=settled'),
  ])
  return { months, latest: transactions?.[0] }
}

/** The same of the account's store (data/sync/device-store.ts). */
async function readCachedSource(): Promise<(MonthResultSource & { isAhead: boolean }) | null> {
  const user = read(read('session', storageKeys.token) ? 'session' : 'local', storageKeys.user)
  if (!user) return null
  return withAccountDatabase((JSON.parse(user) as { id: string }).id, async (database) => {
    const reads = database.transaction('reads').objectStore('reads')
    const kept = async <T>(key: readonly unknown[]) => {
      const found = (await requestResult(reads.get(JSON.stringify(key)))) as { data: { data: T }; release?: string } | undefined
      return found && found.release === runningRelease() ? found.data.data : undefined
    }
    const [summaries, latest, commands] = await Promise.all([
      kept<MonthSummaries>([...MONTHS_KEY, null]),
      kept<Transaction | null>(LATEST_SETTLED_KEY),
      requestResult(database.transaction('commands').objectStore('commands').count()),
    ])
    return { months: summaries?.months, latest, isAhead: commands > 0 }
  })
}

/** The currency and the cents, in ems of the large number: ui/balance.tsx. */
const AROUND_EM = 1.55

function drawFigure(net: number): void {
  const panel = document.querySelector<HTMLElement>('#start .start-panel')
  // The script is ahead of the page.
  if (!panel) return void requestAnimationFrame(() => drawFigure(net))
  const now = monthOf(today())
  const { sign, currency, whole, cents } = partsOfCentavos(net)
  const seen = createElement('span', '', [
    createElement('span', balance.sign, [sign]),
    createElement('span', balance.currency, [currency]),
    whole,
    createElement('span', balance.cents, [cents]),
  ])
  seen.ariaHidden = 'true'
  const figure = createElement('p', balance.balance, [createElement('span', 'visually-hidden', [formatCentavos(net)]), seen])
  figure.toggleAttribute('data-short', net < 0)
  const frame = createElement('div', balance.frame, [figure])
  frame.style.setProperty('--ems', String(widthInEms(sign + whole) + AROUND_EM))
  const section = createElement('section', '', [createElement('p', 'start-label', [resultLabel(now, now, net)]), frame])
  section.ariaLabel = 'Resultado do mês'
  panel.replaceChildren(section)
  panel.dataset['figure'] = ''
}

function createElement(name: string, className: string | undefined, parts: readonly (string | Node)[]): HTMLElement {
  const made = document.createElement(name)
  if (className) made.className = className
  made.append(...parts)
  return made
}
