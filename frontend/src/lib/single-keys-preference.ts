import { useSyncExternalStore } from 'react'
import { read, storageKeys, write } from './device-storage'

const listeners = new Set<() => void>()

/** Keys pressed alone can be turned off, for those who dictate or press them by accident. */
export function hasSingleKeys(): boolean {
  return read('local', storageKeys.singleKeys) !== 'off'
}

export function setSingleKeys(on: boolean): void {
  write('local', storageKeys.singleKeys, on ? 'on' : 'off')
  listeners.forEach((notify) => notify())
}

export function useSingleKeysEnabled(): boolean {
  return useSyncExternalStore((notify) => {
    listeners.add(notify)
    return () => listeners.delete(notify)
  }, hasSingleKeys)
}
