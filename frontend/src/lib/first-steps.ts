import { daysBetween, type CalendarDate } from '@prumo/shared/calendar'
import { read, storageKeys, write } from './device-storage'

/** The first steps of a new account, as this device has seen them. */

export const firstSteps = ['statement', 'balance', 'recurrence'] as const
export type FirstStep = (typeof firstSteps)[number]

/** Older accounts are not asked, whatever device they come to. */
const NEW_DAYS = 60
const DISMISSED = 'dismissed'

/** What is stored, by account: steps that were done, or that all were dismissed. */
type StoredSteps = Record<string, readonly string[]>

/** Whether the steps may stand on the overview: for a new account, until they were dismissed or all done. */
export function areFirstStepsDue(account: string, createdOn: CalendarDate, now: CalendarDate): boolean {
  const seen = readSteps()[account] ?? []
  return daysBetween(createdOn, now) <= NEW_DAYS && !seen.includes(DISMISSED) && !firstSteps.every((step) => seen.includes(step))
}

/** The steps that this device once saw done: what was done stays done, though its trace leaves the short lists. */
export function doneSteps(account: string): readonly FirstStep[] {
  const seen = readSteps()[account] ?? []
  return firstSteps.filter((step) => seen.includes(step))
}

export function recordDoneSteps(account: string, done: readonly FirstStep[]): void {
  store(account, done)
}

/** Removes the steps for good. */
export function dismissFirstSteps(account: string): void {
  store(account, [DISMISSED])
}

function store(account: string, added: readonly string[]): void {
  const all = readSteps()
  const before = all[account] ?? []
  const after = [...new Set([...before, ...added])]
  if (after.length > before.length) write('local', storageKeys.firstSteps, JSON.stringify({ ...all, [account]: after }))
}

function readSteps(): StoredSteps {
  try {
    const stored = JSON.parse(read('local', storageKeys.firstSteps) ?? '{}') as Record<string, unknown>
    return Object.fromEntries(
      Object.entries(stored).flatMap(([account, seen]) =>
        Array.isArray(seen) ? [[account, seen.filter((each) => typeof each === 'string')]] : [],
      ),
    )
  } catch {
    return {}
  }
}
