import { randomBytes } from 'node:crypto'
import { Injectable, type OnModuleInit } from '@nestjs/common'
import { Algorithm, hash, verify } from '@node-rs/argon2'
import { FairQueue } from './fair-queue.js'

/** argon2id with 19 MiB and two passes: about 20 ms of one core. */
const PARAMETERS = { algorithm: 2 satisfies Algorithm.Argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** More at once would starve the rest of cores and memory. */
const AT_ONCE = 2
const MAX_WAITING = 64

/**
 * Hashes and verifies passwords off the event loop, a bounded number at a time, client addresses in turn. Rejects with
 * UNAVAILABLE when too many are queued.
 */
@Injectable()
export class Passwords implements OnModuleInit {
  readonly #queue = new FairQueue(AT_ONCE, MAX_WAITING)
  /** Hash to verify against when no user matches, so that timing reveals nothing. */
  #dummyHash = ''

  async onModuleInit(): Promise<void> {
    this.#dummyHash = await this.hash(randomBytes(32).toString('base64'))
  }

  /** The text to store: algorithm, parameters, salt and hash in one. @param from the client's address */
  hash(password: string, from: string | null = null): Promise<string> {
    return this.#queue.run(from, () => hash(spelling(password), PARAMETERS))
  }

  /**
   * Whether the password matches the stored hash. Takes as long without a hash as with one, and then answers false.
   * @param from the client's address
   */
  async matches(stored: string | undefined, password: string, from: string | null = null): Promise<boolean> {
    const same = await this.#queue.run(from, () => verify(stored ?? this.#dummyHash, spelling(password)))
    return same && stored !== undefined
  }
}

/** One form for letters that keyboards compose differently. */
function spelling(password: string): string {
  return password.normalize('NFKC')
}
