import { addDays, type CalendarDate } from '@prumo/shared/calendar'
import { read, storageKeys, write } from './device-storage'
import { today } from './dates'
import { isInstalled } from './installed'

/** When the overview offers to install the app: never on the first visit, and not soon after an answer. */

const VISITS = 2
const SAVED = 3
const QUIET_DAYS = 30

/** Stored on this device. */
interface InstallOfferState {
  /** Tabs in which the overview was opened. */
  visits: number
  /** Transactions that were saved on this device. */
  saved: number
  /** No offer before this day; empty without an answer so far. */
  quietUntil: CalendarDate
}

/** Whether the offer is shown now. The first call in a tab counts as a visit. */
export function isInstallOffered(now: CalendarDate = today()): boolean {
  const isVisitCounted = read('session', storageKeys.visited) !== null
  if (!isVisitCounted) {
    write('session', storageKeys.visited, 'yes')
    updateState(({ visits }) => ({ visits: visits + 1 }))
  }
  const { visits, saved, quietUntil } = readState()
  return (visits >= VISITS || saved >= SAVED) && now >= quietUntil && !isInstalled()
}

/** Call after a transaction was saved on this device. */
export function countSavedTransaction(): void {
  updateState(({ saved }) => ({ saved: saved + 1 }))
}

/** The offer was accepted or declined. */
export function dismissInstallOffer(now: CalendarDate = today()): void {
  updateState(() => ({ quietUntil: addDays(now, QUIET_DAYS) }))
}

function updateState(change: (before: InstallOfferState) => Partial<InstallOfferState>): void {
  const before = readState()
  write('local', storageKeys.installOffer, JSON.stringify({ ...before, ...change(before) }))
}

function readState(): InstallOfferState {
  try {
    const stored = JSON.parse(read('local', storageKeys.installOffer) ?? '{}') as Partial<Record<keyof InstallOfferState, unknown>>
    const count = (value: unknown) => (typeof value === 'number' ? value : 0)
    return {
      visits: count(stored.visits),
      saved: count(stored.saved),
      quietUntil: typeof stored.quietUntil === 'string' ? stored.quietUntil : '',
    }
  } catch {
    return { visits: 0, saved: 0, quietUntil: '' }
  }
}
