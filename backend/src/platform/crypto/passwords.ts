import { randomBytes } from 'node:crypto'
import { Injectable, type OnModuleInit } from '@nestjs/common'
import { Algorithm, hash, verify } from '@node-rs/argon2'
import { Rejected } from '@prumo/shared/rejections'

/** argon2id at 19 MiB and two passes: about 20 ms of one core. */
const PARAMETERS = { algorithm: 2 satisfies Algorithm.Argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** More at once would starve everything else of cores and of memory. */
const AT_ONCE = 2
const MAX_WAITING = 64
const RETRY_SECONDS = 5

/** Hashes and checks passwords off the event loop, a few at a time. Rejects with UNAVAILABLE when too many wait. */
@Injectable()
export class Passwords implements OnModuleInit {
  #running = 0
  readonly #waiting: (() => void)[] = []
  /** What a password is held against where there is no person to hold it against. */
  #nobody = ''

  async onModuleInit(): Promise<void> {
    this.#nobody = await this.hash(randomBytes(32).toString('base64'))
  }

  /** The text to store: algorithm, parameters, salt and hash in one. */
  hash(password: string): Promise<string> {
    return this.#inTurn(() => hash(spelling(password), PARAMETERS))
  }

  /** Whether the password is the one of the stored hash. Takes as long without a hash as with one, and is then false. */
  async matches(stored: string | undefined, password: string): Promise<boolean> {
    const same = await this.#inTurn(() => verify(stored ?? this.#nobody, spelling(password)))
    return same && stored !== undefined
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= AT_ONCE) await this.#turn()
    else this.#running++
    try {
      return await work()
    } finally {
      // The turn passes on to whoever waits longest, or ends.
      const next = this.#waiting.shift()
      if (next) next()
      else this.#running--
    }
  }

  #turn(): Promise<void> {
    if (this.#waiting.length >= MAX_WAITING) throw new Rejected('UNAVAILABLE', undefined, undefined, RETRY_SECONDS)
    return new Promise((resolve) => this.#waiting.push(resolve))
  }
}

/** One form for letters that keyboards compose in different ways. */
function spelling(password: string): string {
  return password.normalize('NFKC')
}
