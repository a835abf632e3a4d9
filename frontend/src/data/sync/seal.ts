/** What is encrypted on the device until its person signs in again. */
export interface Sealed {
  iv: Uint8Array<ArrayBuffer>
  sealed: ArrayBuffer
}

export type SealedCommand = Sealed & { position: number }
export type SealedDraft = Sealed & { name: string }
/** Of the command with this id. */
export type SealedFile = Sealed & { id: string; type: string }

export function isSealed<T extends object>(kept: T): kept is Extract<T, Sealed> {
  return 'sealed' in kept
}

const ALGORITHM = 'AES-GCM'
const IV_BYTES = 12

/** Creates a key that never leaves this browser. @throws if keys are unavailable, as without HTTPS */
export async function createKey(): Promise<CryptoKey> {
  return crypto.subtle.generateKey({ name: ALGORITHM, length: 256 }, false, ['encrypt', 'decrypt'])
}

export async function seal(key: CryptoKey, value: unknown): Promise<Sealed> {
  return sealBytes(key, new TextEncoder().encode(JSON.stringify(value)))
}

export async function sealBytes(key: CryptoKey, bytes: BufferSource): Promise<Sealed> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
  return { iv, sealed: await crypto.subtle.encrypt({ name: ALGORITHM, iv }, key, bytes) }
}

/** @throws if it was sealed with another key, or changed since */
export async function unseal(key: CryptoKey, content: Sealed): Promise<unknown> {
  return JSON.parse(new TextDecoder().decode(await unsealBytes(key, content)))
}

/** @throws as `unseal` */
export function unsealBytes(key: CryptoKey, { iv, sealed }: Sealed): Promise<ArrayBuffer> {
  return crypto.subtle.decrypt({ name: ALGORITHM, iv }, key, sealed)
}
