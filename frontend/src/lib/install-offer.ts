import { addDays, type CalendarDate } from '@prumo/shared/calendar'
import { read, storageKeys, write } from './device-storage'
import { today } from './dates'
import { isInstalled } from './installed'

/** When the overview offers to install the app: never on the first visit, and not soon after an answer. */

const MIN_VISITS = 2
const MIN_SAVED = 3
const QUIET_DAYS = 30

/** Stored on this device. */
interface InstallOfferState {
  /** How many tabs opened the overview. */
  visits: number
  /** How many transactions were saved on this device. */
  saved: number
  /** The first day on which the app may be offered again; empty until the person has answered once. */
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
  return (visits >= MIN_VISITS || saved >= MIN_SAVED) && now >= quietUntil && !isInstalled()
}

/** Call after a transaction was saved on this device. */
export function countSavedTransaction(): void {
  updateState(({ saved }) => ({ saved: saved + 1 }))
}

/** Hides the offer for `QUIET_DAYS`, after the person accepted or declined it. */
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
