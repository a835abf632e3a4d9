import { randomBytes } from 'node:crypto'
import { Injectable, type OnModuleInit } from '@nestjs/common'
import { Algorithm, hash, verify } from '@node-rs/argon2'
import { FairQueue } from './fair-queue.js'

/** argon2id at 19 MiB and two passes: about 20 ms of one core. */
const PARAMETERS = { algorithm: 2 satisfies Algorithm.Argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** More at once would starve everything else of cores and of memory. */
const AT_ONCE = 2
const MAX_WAITING = 64

/**
 * Hashes and checks passwords off the event loop, a few at a time, the addresses that ask in turn. Rejects with
 * UNAVAILABLE when too many wait.
 */
@Injectable()
export class Passwords implements OnModuleInit {
  readonly #queue = new FairQueue(AT_ONCE, MAX_WAITING)
  /** What a password is held against where there is no person to hold it against. */
  #nobody = ''

  async onModuleInit(): Promise<void> {
    this.#nobody = await this.hash(randomBytes(32).toString('base64'))
  }

  /** The text to store: algorithm, parameters, salt and hash in one. @param from the address that asks */
  hash(password: string, from: string | null = null): Promise<string> {
    return this.#queue.take(from, () => hash(spelling(password), PARAMETERS))
  }

  /**
   * Whether the password is the one of the stored hash. Takes as long without a hash as with one, and is then false.
   * @param from the address that asks
   */
  async matches(stored: string | undefined, password: string, from: string | null = null): Promise<boolean> {
    const same = await this.#queue.take(from, () => verify(stored ?? this.#nobody, spelling(password)))
    return same && stored !== undefined
  }
}

/** One form for letters that keyboards compose in different ways. */
function spelling(password: string): string {
  return password.normalize('NFKC')
}
