import type { OnModuleInit } from '@nestjs/common'
import type { RowReader } from '../database/connection-pool.js'
import { MASTER_KEY_ID_BYTES, UnopenedKey, type AccountKeys, type DataKey } from './account-keys.js'

/** Purposes of the server's own keys, whose data outlives every account. */
export type ServerKeyName = 'access-records' | 'operator-log' | 'outgoing-mail' | 'attempt-counters' | 'guest-addresses'

const MAKE = { name: 'make-server-key', text: 'insert into server_keys (name, wrapped_key) values ($1, $2) on conflict do nothing' }
const FIND = { name: 'find-server-key', text: 'select wrapped_key as wrapped from server_keys where name = $1' }

/** Thrown when a sealed text does not open: it was altered, or belongs to another row. */
export class UnopenedText extends Error {
  override readonly name = 'UnopenedText'
}

/** The server's own data keys, created on first use and wrapped by the master key like account keys. */
export class ServerKeys implements OnModuleInit {
  readonly #known = new Map<ServerKeyName, DataKey>()

  constructor(
    private readonly database: RowReader,
    private readonly keys: AccountKeys,
  ) {}

  /** Throws UnopenedKey when the stored key was damaged or another master key wrapped it. */
  async of(name: ServerKeyName): Promise<DataKey> {
    const known = this.#known.get(name) ?? (await this.#find(name)) ?? (await this.#make(name))
    this.#known.set(name, known)
    return known
  }

  /**
   * Loads the mail key early, so that sealing inside a transaction needs no second connection. A key that does not open fails
   * on use.
   */
  async onModuleInit(): Promise<void> {
    await this.of('outgoing-mail').catch(() => undefined)
  }

  /**
   * Seals data that waits outside the log to be mailed, such as the address of an account whose key is destroyed. Only the same
   * context opens it. A rotation of the master key rewraps the key and keeps the sealed text. Throws UnopenedKey.
   */
  async sealMail(text: string, context: string): Promise<Buffer> {
    return Buffer.from((await this.of('outgoing-mail')).seal(text, context), 'base64')
  }

  /** Throws UnopenedKey, and UnopenedText when the text was not sealed in this context. */
  async openMail(sealed: Buffer, context: string): Promise<string> {
    const key = await this.of('outgoing-mail')
    try {
      return key.open(sealed.toString('base64'), context)
    } catch (cause) {
      throw new UnopenedText('A sealed text does not open', { cause })
    }
  }

  async #find(name: ServerKeyName): Promise<DataKey | null> {
    const [found] = await this.database.rows<{ wrapped: Buffer }>(FIND, [name])
    return found ? this.keys.unwrap(contextOf(name), found.wrapped) : null
  }

  /** When several processes create a key at once, the first one wins. */
  async #make(name: ServerKeyName): Promise<DataKey> {
    const { key, wrapped } = this.keys.create(contextOf(name))
    await this.database.rows(MAKE, [name, wrapped])
    return (await this.#find(name)) ?? key
  }
}

/** The context that a wrapped key is bound to. */
function contextOf(name: string): string {
  return `server-key ${name}`
}

const BY_ANOTHER = {
  text: `select name, wrapped_key as wrapped from server_keys where substring(wrapped_key from 1 for ${MASTER_KEY_ID_BYTES}) <> $1 order by name`,
}
const REPLACE = { text: 'update server_keys set wrapped_key = $3 where name = $1 and wrapped_key = $2 returning 1' }

/**
 * Rewraps the server's keys under the current master key; sealed texts stay as they are. @returns the number of keys, and those
 * that no given master key opens
 */
export async function rewrapServerKeys(database: RowReader, keys: AccountKeys): Promise<{ rewrapped: number; unopened: string[] }> {
  const unopened: string[] = []
  let rewrapped = 0
  for (const { name, wrapped } of await database.rows<{ name: string; wrapped: Buffer }>(BY_ANOTHER, [keys.presentId])) {
    try {
      const rewrappedKey = keys.rewrap(contextOf(name), wrapped)
      rewrapped += (await database.rows(REPLACE, [name, wrapped, rewrappedKey])).length
    } catch (error) {
      if (!(error instanceof UnopenedKey)) throw error
      unopened.push(contextOf(name))
    }
  }
  return { rewrapped, unopened }
}
