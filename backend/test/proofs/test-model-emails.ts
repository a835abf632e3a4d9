import type { Mailbox } from './test-mailbox.js'
import type { SubscriberTools } from './test-model-subscriber.js'

const MOST_TRIES = 20

/** Confirms and changes a person's e-mail by the links that are mailed, at any of the processes. */
export class EmailHolder {
  constructor(
    private readonly ways: SubscriberTools,
    private readonly mailbox: Mailbox,
    private readonly profile: () => Record<string, unknown>,
    private readonly password: string,
  ) {}

  /** Does the one thing that is possible now, and checks the person's state against the expected one. */
  async act(): Promise<void> {
    const profile = this.profile()
    if (profile.emailVerified !== true) await this.#follow(String(profile.email))
    else await this.#change(profile)
    profile.emailVerified = true
    const { body } = await this.ways.sendUntilAnswered({ method: 'GET', path: '/auth/verify' })
    this.ways.expect(body.user, profile, 'the person, by another e-mail')
  }

  async #change(profile: Record<string, unknown>): Promise<void> {
    const { sendUntilAnswered, expect } = this.ways
    const [before, email] = [String(profile.email), `${this.ways.newKey()}@exemplo.com`]
    const confirmed = await sendUntilAnswered({ method: 'POST', path: '/auth/confirm', body: { password: this.password } })
    expect(confirmed.status, 204, 'a confirmation')
    expect((await sendUntilAnswered({ method: 'PUT', path: '/auth/email', body: { email } })).status, 202, 'a request for another e-mail')
    await this.#follow(email)
    profile.email = email
    const login = await sendUntilAnswered({ method: 'POST', path: '/auth/login', body: { email: before, password: this.password } })
    expect(login.status, 401, 'a login by the e-mail before')
  }

  /** Follows the newest link: a request whose answer was lost is repeated, which voids the link before. */
  async #follow(email: string): Promise<void> {
    let followed: string | null = null
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const token: string = await this.mailbox.tokenTo(email, followed)
      const { status } = await this.ways.sendUntilAnswered({ method: 'POST', path: '/auth/confirm-email', body: { token } })
      if (status === 204) return
      this.ways.expect(status, 400, 'a link that was voided')
      followed = token
    }
    throw new Error('None of the links was good')
  }
}
