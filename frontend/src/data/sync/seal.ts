import type { QueuedCommand } from './command'

/** A command that waits for its person to sign in again, as nobody reads it meanwhile. */
export interface SealedCommand {
  position: number
  iv: Uint8Array<ArrayBuffer>
  sealed: ArrayBuffer
}

export function isSealed(kept: QueuedCommand | SealedCommand): kept is SealedCommand {
  return 'sealed' in kept
}

const ALGORITHM = 'AES-GCM'
const IV_BYTES = 12

/** A key that never leaves the browser that made it. Rejects where there is none to be had, as without HTTPS. */
export async function createKey(): Promise<CryptoKey> {
  return crypto.subtle.generateKey({ name: ALGORITHM, length: 256 }, false, ['encrypt', 'decrypt'])
}

export async function seal(key: CryptoKey, item: QueuedCommand): Promise<SealedCommand> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
  const text = new TextEncoder().encode(JSON.stringify(item))
  return { position: item.position, iv, sealed: await crypto.subtle.encrypt({ name: ALGORITHM, iv }, key, text) }
}

/** Rejects what another key sealed, or what was changed since. */
export async function unseal(key: CryptoKey, { iv, sealed }: SealedCommand): Promise<QueuedCommand> {
  const text = await crypto.subtle.decrypt({ name: ALGORITHM, iv }, key, sealed)
  return JSON.parse(new TextDecoder().decode(text)) as QueuedCommand
}
