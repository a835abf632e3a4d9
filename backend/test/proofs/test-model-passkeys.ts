import { setTimeout as pause } from 'node:timers/promises'
import { TestAuthenticator } from '../test-authenticator.js'
import type { SubscriberTools } from './test-model-subscriber.js'

/** The number of devices of a person. */
const MOST = 3
const MOST_TRIES = 40

interface HeldPasskey {
  id: string
  device: TestAuthenticator
}

/** Adds and removes passkeys of a person and signs in with them, at any of the processes. */
export class PasskeyHolder {
  #held: HeldPasskey[] = []

  constructor(
    private readonly ways: SubscriberTools,
    private readonly origin: string,
    private readonly password: string,
  ) {}

  /** Does one thing that is possible now, and checks the list against the expected one. */
  async act(): Promise<void> {
    const { random } = this.ways
    const [one] = this.#held
    if (!one || (this.#held.length < MOST && random.chance(0.4))) await this.#add()
    else if (random.chance(0.3)) await this.#remove(random.of(this.#held))
    else await this.#signIn(random.of(this.#held))
    const { status, body } = await this.ways.sendUntilAnswered({ method: 'GET', path: '/auth/passkeys' })
    const found = status === 200 ? (body.passkeys as { id: string }[]).map(({ id }) => id) : { status, body }
    this.ways.expect(
      found,
      this.#held.map(({ id }) => id),
      'passkeys',
    )
  }

  async #add(): Promise<void> {
    await this.#confirm()
    const device = new TestAuthenticator(this.origin)
    const { body: options } = await this.ways.sendUntilAnswered({ method: 'POST', path: '/auth/passkeys/options' })
    const body = { ...device.create(options), name: 'Celular' }
    const answer = await this.ways.sendUntilAnswered({ method: 'POST', path: '/auth/passkeys', body, key: this.ways.newKey() })
    this.ways.expect(answer.status, 201, 'a new passkey')
    this.#held.push({ id: answer.body.passkey.id, device })
  }

  async #remove({ id }: HeldPasskey): Promise<void> {
    await this.#confirm()
    const { status } = await this.ways.sendUntilAnswered({ method: 'DELETE', path: `/auth/passkeys/${id}`, key: this.ways.newKey() })
    this.ways.expect(status, 204, 'the end of a passkey')
    this.#held = this.#held.filter((held) => held.id !== id)
  }

  async #signIn({ device }: HeldPasskey): Promise<void> {
    for (let tries = 0; ; tries++) {
      const { body: options } = await this.ways.sendUntilAnswered({ method: 'POST', path: '/auth/login/passkey/options' })
      const { status } = await this.ways.sendUntilAnswered({ method: 'POST', path: '/auth/login/passkey', body: device.get(options) })
      // A failed attempt, or one whose answer was lost, uses up its challenge; a server is unavailable for seconds.
      if (status === 200 || tries === MOST_TRIES) {
        this.ways.expect(status, 200, 'a login by passkey')
        break
      }
      await pause(500)
    }
    // One session too many would end the oldest, which is the person's own.
    const { status } = await this.ways.sendUntilAnswered({ method: 'DELETE', path: '/auth/sessions' })
    this.ways.expect(status, 204, 'the end of other sessions')
  }

  async #confirm(): Promise<void> {
    const { status } = await this.ways.sendUntilAnswered({ method: 'POST', path: '/auth/confirm', body: { password: this.password } })
    this.ways.expect(status, 204, 'a confirmation')
  }
}
