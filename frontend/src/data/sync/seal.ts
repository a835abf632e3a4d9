import type { QueuedCommand } from './command'

/** An encrypted command, which waits for its person to sign in again. */
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

/** Creates a key that never leaves this browser. @throws if keys are unavailable, as without HTTPS */
export async function createKey(): Promise<CryptoKey> {
  return crypto.subtle.generateKey({ name: ALGORITHM, length: 256 }, false, ['encrypt', 'decrypt'])
}

export async function seal(key: CryptoKey, item: QueuedCommand): Promise<SealedCommand> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
  const text = new TextEncoder().encode(JSON.stringify(item))
  return { position: item.position, iv, sealed: await crypto.subtle.encrypt({ name: ALGORITHM, iv }, key, text) }
}

/** @throws if the command was sealed with another key, or changed since */
export async function unseal(key: CryptoKey, { iv, sealed }: SealedCommand): Promise<QueuedCommand> {
  const text = await crypto.subtle.decrypt({ name: ALGORITHM, iv }, key, sealed)
  return JSON.parse(new TextDecoder().decode(text)) as QueuedCommand
}
