import { useSyncExternalStore } from 'react'
import { read, storageKeys, write } from './device-storage'

const listeners = new Set<() => void>()

/** Whether single-key shortcuts are on. People who dictate or press keys by accident can turn them off. */
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
