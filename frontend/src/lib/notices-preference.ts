import { useSyncExternalStore } from 'react'
import { read, storageKeys, write } from './device-storage'

const readers = new Set<() => void>()

/** Whether this device points at what waits; on until someone turns it off. */
function noticesOn(): boolean {
  return read('local', storageKeys.notices) !== 'off'
}

/** A choice about this device: it stays when the person signs out. */
export function turnNotices(on: boolean): void {
  write('local', storageKeys.notices, on ? 'on' : 'off')
  tell()
}

export function useNoticesOn(): boolean {
  return useSyncExternalStore((notify) => {
    readers.add(notify)
    return () => readers.delete(notify)
  }, noticesOn)
}

function tell(): void {
  readers.forEach((notify) => notify())
}

window.addEventListener('storage', ({ key }) => {
  if (key === storageKeys.notices) tell()
})
