import { useSyncExternalStore } from 'react'
import { read, storageKeys, write } from './device-storage'

const listeners = new Set<() => void>()

/** Whether this device shows notices about what waits; on by default. */
function hasNotices(): boolean {
  return read('local', storageKeys.notices) !== 'off'
}

/** A choice about this device: it stays on sign-out. */
export function setNotices(on: boolean): void {
  write('local', storageKeys.notices, on ? 'on' : 'off')
  notifyListeners()
}

export function useNoticesEnabled(): boolean {
  return useSyncExternalStore((notify) => {
    listeners.add(notify)
    return () => listeners.delete(notify)
  }, hasNotices)
}

function notifyListeners(): void {
  listeners.forEach((notify) => notify())
}

window.addEventListener('storage', ({ key }) => {
  if (key === storageKeys.notices) notifyListeners()
})
