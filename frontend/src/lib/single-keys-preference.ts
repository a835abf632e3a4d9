import { useSyncExternalStore } from 'react'
import { read, storageKeys, write } from './device-storage'

const readers = new Set<() => void>()

/** Keys pressed alone can be turned off, for those who dictate or press them by accident. */
export function singleKeysOn(): boolean {
  return read('local', storageKeys.singleKeys) !== 'off'
}

export function turnSingleKeys(on: boolean): void {
  write('local', storageKeys.singleKeys, on ? 'on' : 'off')
  readers.forEach((notify) => notify())
}

export function useSingleKeysOn(): boolean {
  return useSyncExternalStore((notify) => {
    readers.add(notify)
    return () => readers.delete(notify)
  }, singleKeysOn)
}
