import { useSyncExternalStore } from 'react'
import type { CalendarDate } from '@prumo/shared/calendar'
import { today } from './dates'
import { onClockChange } from './device-clock'

/** The day as the screens last saw it, and who follows it. */
let seen: CalendarDate = today()
let stopClock: (() => void) | undefined
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

/** The present day. The component renders again when the next one begins, and when the device wakes up on another. */
export function useToday(): CalendarDate {
  return useSyncExternalStore(onDayChange, today)
}

/** Runs the listener whenever another day begins. @returns stops following */
export function onDayChange(listener: () => void): () => void {
  if (listeners.size === 0) {
    seen = today()
    document.addEventListener('visibilitychange', look)
    stopClock = onClockChange(look)
    scheduleLook()
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    document.removeEventListener('visibilitychange', look)
    stopClock?.()
    clearTimeout(timer)
  }
}

function look(): void {
  if (today() === seen) return
  seen = today()
  for (const listener of listeners) listener()
}

const MINUTE = 60_000

/** Looks at the start of each minute: a timer until midnight would be late by the time for which the device slept. */
function scheduleLook(): void {
  timer = setTimeout(
    () => {
      look()
      scheduleLook()
    },
    MINUTE - (Date.now() % MINUTE),
  )
}
