import { useSyncExternalStore } from 'react'
import { dateInSaoPaulo, type CalendarDate } from '@prumo/shared/calendar'
import { read, remove, storageKeys, write } from './device-storage'

/**
 * The time of this device, compared with the server's at each answer. A clock that is more than a day off is corrected once the
 * person agrees, until it is right again.
 */

const DAY_MS = 86_400_000

/** What is added to the device's time, in milliseconds; 0 while it counts as it is. */
let correction = Number(read('local', storageKeys.clock)) || 0
/** What would correct the device's time, and the day it then is; null while the clock is right, or corrected. */
let offered: { correction: number; day: CalendarDate } | null = null
const listeners = new Set<() => void>()

/** The present moment: the device's, or the corrected one. */
export function present(): Date {
  return new Date(Date.now() + correction)
}

/** Compares the clock with the `Date` of an answer. */
export function compareClock(headers: Headers): void {
  const difference = Date.parse(headers.get('Date') ?? '') - Date.now()
  if (Number.isNaN(difference)) return
  const isWrong = Math.abs(difference) > DAY_MS
  if (!isWrong) change(0, null)
  else if (correction === 0) change(0, difference)
  else if (Math.abs(difference - correction) > DAY_MS) change(0, difference)
}

/** The server's day while the device's clock is wrong; null otherwise. */
export function useOfferedDay(): CalendarDate | null {
  return useSyncExternalStore(onClockChange, () => offered?.day ?? null)
}

/** Corrects the device's time by the server's. */
export function acceptOfferedDay(): void {
  if (offered !== null) change(offered.correction, null)
}

/** Runs the listener when the correction, or the offer of one, changes. @returns stops it */
export function onClockChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function change(nextCorrection: number, nextOffer: number | null): void {
  // Each answer takes another time to arrive.
  const isSameOffer = nextOffer === null ? offered === null : offered !== null && Math.abs(nextOffer - offered.correction) < DAY_MS
  if (nextCorrection === correction && isSameOffer) return
  if (nextCorrection === 0) remove('local', storageKeys.clock)
  else write('local', storageKeys.clock, String(nextCorrection))
  correction = nextCorrection
  offered = nextOffer === null ? null : { correction: nextOffer, day: dateInSaoPaulo(new Date(Date.now() + nextOffer)) }
  for (const listener of listeners) listener()
}
