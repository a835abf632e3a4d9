import { read, storageKeys, write } from '../lib/device-storage'

/** The wallet of the transaction recorded last on this device, which the form offers first. */
export function lastUsedWallet(): string | null {
  return read('local', storageKeys.lastWallet)
}

/** @param id undefined for a transaction that names no wallet */
export function rememberWallet(id: string | undefined): void {
  if (id !== undefined) write('local', storageKeys.lastWallet, id)
}
