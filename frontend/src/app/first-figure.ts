import { monthOf } from '@prumo/shared/calendar'
import { formatCentavos } from '@prumo/shared/money'
import type { MonthSummaries, MonthSummary, Transaction, TransactionPage } from '@prumo/shared/transactions'
import { LATEST_SETTLED_KEY, MONTHS_KEY } from '../data/questions'
import { resultLabel } from '../features/overview/month-words'
import { centavosOf } from '../lib/centavos'
import { today } from '../lib/dates'
import { finished, runningRelease, withAccountDatabase } from '../lib/device-database'
import { read, storageKeys } from '../lib/device-storage'
import './first-asks'
import balance from '../ui/balance.module.css'
import { partsOfCentavos, widthInEms } from '../ui/money-format'

/**
 * Puts the figure of the month into the frame that stands while the overview's code is still on its way: what the device
 * kept, or else what app/first-asks.ts asked for. The build puts both behind public/first-paint.js, for the app's page alone
 * (build/first-script.ts). It shows what the overview begins with, or nothing.
 */
if (document.documentElement.dataset['start'] === 'overview' && !new URLSearchParams(location.search).has('mes')) {
  void figureOfMonth().then((net) => net !== null && draw(net))
}

interface Facts {
  months: readonly MonthSummary[] | undefined
  latest: Transaction | null | undefined
}

/** What remains of the present month, in centavos; null where that is not known, or another month is spoken of. */
async function figureOfMonth(): Promise<number | null> {
  const coming = askedFacts().catch(() => null)
  const kept = await keptFacts().catch(() => null)
  // What this device did and the server does not know moves the figure: the app reckons with it.
  if (kept?.isAhead) return null
  return netOf(kept) ?? netOf(await coming)
}

function netOf(facts: Facts | null): number | null {
  const now = monthOf(today())
  const last = facts?.months?.at(-1)
  if (!facts?.latest || monthOf(facts.latest.date) !== now || last?.month !== now) return null
  return centavosOf(last.income) - centavosOf(last.expense)
}

async function askedFacts(): Promise<Facts> {
  const { answers = {} } = window.prumoFirstReads ?? {}
  const asked = async <T>(beginning: string): Promise<Partial<T>> => {
    const path = Object.keys(answers).find((each) => each.startsWith(beginning))
    // The app reads it as well.
    return path ? ((await (await answers[path])?.clone().json()) as T) : {}
  }
  const [{ months }, { transactions }] = await Promise.all([
    asked<MonthSummaries>('/transactions/summary/months'),
    asked<TransactionPage>('/transactions?status=settled'),
  ])
  return { months, latest: transactions?.[0] }
}

/** The same of the account's store (data/device-store.ts). */
async function keptFacts(): Promise<(Facts & { isAhead: boolean }) | null> {
  const user = read(read('session', storageKeys.token) ? 'session' : 'local', storageKeys.user)
  if (!user) return null
  return withAccountDatabase((JSON.parse(user) as { id: string }).id, async (database) => {
    const reads = database.transaction('reads').objectStore('reads')
    const kept = async <T>(key: readonly unknown[]) => {
      const found = (await finished(reads.get(JSON.stringify(key)))) as { data: { data: T }; release?: string } | undefined
      return found && found.release === runningRelease() ? found.data.data : undefined
    }
    const [summaries, latest, commands] = await Promise.all([
      kept<MonthSummaries>([...MONTHS_KEY, null]),
      kept<Transaction | null>(LATEST_SETTLED_KEY),
      finished(database.transaction('commands').objectStore('commands').count()),
    ])
    return { months: summaries?.months, latest, isAhead: commands > 0 }
  })
}

/** The currency and the cents, in ems of the large number: ui/balance.tsx. */
const AROUND_EM = 1.55

function draw(net: number): void {
  const panel = document.querySelector<HTMLElement>('#start .start-panel')
  // The script is ahead of the page.
  if (!panel) return void requestAnimationFrame(() => draw(net))
  const now = monthOf(today())
  const { sign, currency, whole, cents } = partsOfCentavos(net)
  const seen = element('span', '', [
    element('span', balance.sign, [sign]),
    element('span', balance.currency, [currency]),
    whole,
    element('span', balance.cents, [cents]),
  ])
  seen.ariaHidden = 'true'
  const figure = element('p', balance.balance, [element('span', 'visually-hidden', [formatCentavos(net)]), seen])
  figure.toggleAttribute('data-short', net < 0)
  const frame = element('div', balance.frame, [figure])
  frame.style.setProperty('--ems', String(widthInEms(sign + whole) + AROUND_EM))
  const section = element('section', '', [element('p', 'start-label', [resultLabel(now, now, net)]), frame])
  section.ariaLabel = 'Resultado do mês'
  panel.replaceChildren(section)
  panel.dataset['figure'] = ''
}

function element(name: string, className: string | undefined, parts: readonly (string | Node)[]): HTMLElement {
  const made = document.createElement(name)
  if (className) made.className = className
  made.append(...parts)
  return made
}
