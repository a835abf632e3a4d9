import type { Item } from './command'

/** A command that waits for its person to sign in again, as nobody reads it meanwhile. */
export interface Sealed {
  position: number
  iv: Uint8Array<ArrayBuffer>
  sealed: ArrayBuffer
}

export function isSealed(kept: Item | Sealed): kept is Sealed {
  return 'sealed' in kept
}

const ALGORITHM = 'AES-GCM'
const IV_BYTES = 12

/** A key that never leaves the browser that made it. Rejects where there is none to be had, as without HTTPS. */
export async function newKey(): Promise<CryptoKey> {
  return crypto.subtle.generateKey({ name: ALGORITHM, length: 256 }, false, ['encrypt', 'decrypt'])
}

export async function seal(key: CryptoKey, item: Item): Promise<Sealed> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
  const text = new TextEncoder().encode(JSON.stringify(item))
  return { position: item.position, iv, sealed: await crypto.subtle.encrypt({ name: ALGORITHM, iv }, key, text) }
}

/** Rejects what another key sealed, or what was changed since. */
export async function unseal(key: CryptoKey, { iv, sealed }: Sealed): Promise<Item> {
  const text = await crypto.subtle.decrypt({ name: ALGORITHM, iv }, key, sealed)
  return JSON.parse(new TextDecoder().decode(text)) as Item
}

/** This tab is in an account, until it is not: what other tabs use is not sealed under them. */
export class Presence {
  readonly #name: string
  #end: () => void = () => undefined
  /** Until it is not in any more. */
  #ended: Promise<unknown> = Promise.resolve()

  private constructor(name: string) {
    this.#name = name
  }

  /** Waits while another tab seals what it leaves. */
  static enter(account: string): Promise<Presence> {
    const presence = new Presence(`prumo:present:${account}`)
    if (!('locks' in navigator)) return Promise.resolve(presence)
    return new Promise((resolve, reject) => {
      const stay = (): Promise<void> => {
        resolve(presence)
        return new Promise((end) => (presence.#end = end))
      }
      presence.#ended = navigator.locks.request(presence.#name, { mode: 'shared' }, stay).catch(reject)
    })
  }

  /** Does something if no other tab is in, while none comes in. */
  async leave(work: () => Promise<void> = () => Promise.resolve()): Promise<void> {
    this.#end()
    await this.#ended
    if (!('locks' in navigator)) return work()
    await navigator.locks.request(this.#name, { ifAvailable: true }, async (lock) => {
      if (lock) await work()
    })
  }
}
