import { randomUUID } from 'node:crypto'
import { addDays } from '@prumo/shared/calendar'
import { guestTexts } from '@prumo/shared/guest-texts'
import { v7 as newId } from 'uuid'
import type { Mailbox } from './test-mailbox.js'
import type { BankTools } from './test-model-bank.js'
import type { ModelAnswer, ModelClient, ModelRequest } from './test-model-client.js'
import { isAttachmentThere, type ModelAccount, type ModelGrant } from './test-model.js'
import { summary, toAnswer, toMonthAnswer } from './test-model-answers.js'

export interface GuestTools extends BankTools {
  /** A client that has seen what the person has seen. @param token of its session; null for one without a session */
  clientOf: (token: string | null) => ModelClient
}

/** A guest whose access has not ended. */
interface ModelGuest {
  grant: ModelGrant
  /** The link that was followed last. */
  followed: string | null
  /** The token of the session; null while there is none. */
  session: string | null
}

/** Few, because each waits for mails. */
const MOST = 2
const MOST_TRIES = 20
const NAMES = ['Paula Contadora', 'Bruno']

/** Invites guests of a person, who enter by mailed links, read and leave. Nothing else may happen in the account meanwhile. */
export class GuestHolder {
  readonly #guests: ModelGuest[] = []

  constructor(
    private readonly ways: GuestTools,
    private readonly account: ModelAccount,
    private readonly mailbox: Mailbox,
    private readonly password: string,
  ) {}

  async act(): Promise<void> {
    const { random } = this.ways
    const count = this.#guests.length
    if (count === 0 || (count < MOST && random.chance(0.3))) await this.#invite()
    else await this.#actAs(random.of(this.#guests))
    this.account.grants = this.#guests.map(({ grant }) => grant)
    const { body } = await this.#send('GET', '/access')
    this.ways.expect(body.grants, this.account.grants.toReversed(), 'guests')
  }

  /** Nothing of an erased account is shown to its guests any more. */
  async expectEnded(): Promise<void> {
    for (const { session } of this.#guests) if (session !== null) await this.#expectNoSession(session)
  }

  async #invite(): Promise<void> {
    const { random, today, expect } = this.ways
    const confirmed = await this.#send('POST', '/auth/confirm', { password: this.password })
    expect(confirmed.status, 204, 'a confirmation')
    const about = { name: random.of(NAMES), until: random.chance(0.5) ? addDays(today, random.whole(2, 90)) : null }
    if (random.chance(0.1)) {
      const own = await this.#send('POST', '/access', { ...about, email: this.account.profile.email })
      return expect([own.status, own.body.error], [400, guestTexts.ownEmail], 'an invitation of oneself')
    }
    const sent = { id: newId(), ...about, email: `${randomUUID()}@exemplo.com` }
    const request: ModelRequest = { method: 'POST', path: '/access', body: sent, key: randomUUID() }
    const answer = await this.ways.sendUntilAnswered(request)
    const grant = { ...sent, createdAt: answer.body.grant?.createdAt, lastEnteredAt: null, entries: 0 }
    expect([answer.status, answer.body], [201, { grant }], 'an invitation')
    if (random.chance(0.3)) expect((await this.ways.sendUntilAnswered(request)).body, answer.body, 'the same invitation again')
    this.#guests.push({ grant, followed: null, session: null })
  }

  async #actAs(guest: ModelGuest): Promise<void> {
    const { random } = this.ways
    const what = random.weighted({ enter: guest.session === null ? 6 : 1, visit: guest.session === null ? 0 : 6, end: 2 })
    if (what === 'enter') await this.#enter(guest)
    else if (what === 'end') await this.#end(guest)
    if (guest.session !== null) await this.#visit(guest, guest.session)
  }

  /** Enters by the newest link, at times at two processes at once, of which one is refused. */
  async #enter(guest: ModelGuest): Promise<void> {
    const { random, expect } = this.ways
    const { grant } = guest
    for (let tries = 1; tries <= MOST_TRIES; tries++) {
      const token = await this.#linkOf(guest)
      guest.followed = token
      const client = this.ways.clientOf(null)
      const looked = await client.sendUntilAnswered({ method: 'POST', path: '/guest/look', body: { token } })
      const { name, businessName } = this.#owner()
      expect(
        [looked.status, looked.body],
        [200, { owner: { name, businessName }, name: grant.name, until: grant.until }],
        'a link to a guest',
      )
      const attempts = Array.from({ length: random.chance(0.3) ? 2 : 1 }, () => client.sendOnce(enterBy(token)))
      const answers = await Promise.all(attempts)
      const [entered] = answers.flatMap((answer) => (answer?.status === 200 ? answer : []))
      const refused = answers.filter((answer) => answer !== null && answer !== entered)
      for (const answer of refused) expect([answer?.status, answer?.body.error], [400, guestTexts.linkInvalid], 'a link that was used')
      if (entered) {
        expect(entered.body.user, this.#userOf(guest), 'a guest')
        expect(entered.body.grants, [{ id: grant.id, businessName }], 'the businesses of a guest')
        guest.session = entered.body.token
      }
      expect(entered !== undefined || answers.includes(null), true, 'one entry by a link')
      await this.#learnEntry(guest, entered !== undefined)
      if (entered) return
    }
    throw new Error('None of the links was good')
  }

  /** A link that was not followed: the one of the invitation, or another one on request. */
  async #linkOf({ grant: { email }, followed }: ModelGuest): Promise<string> {
    if (followed === null) return this.mailbox.tokenTo(email)
    const asked = await this.ways.clientOf(null).sendUntilAnswered({ method: 'POST', path: '/guest/link', body: { email } })
    this.ways.expect(asked.status, 202, 'a request for a link')
    return this.mailbox.tokenTo(email, followed)
  }

  /** Stores the entry of one link. @param isSure false where its answer was lost */
  async #learnEntry({ grant }: ModelGuest, isSure: boolean): Promise<void> {
    const { body } = await this.#send('GET', '/access')
    const found = (body.grants as ModelGrant[]).find(({ id }) => id === grant.id)
    const added = (found?.entries ?? 0) - grant.entries
    this.ways.expect(added === 1 || (!isSure && added === 0), true, `${added} entries by one link`)
    if (added === 0) return
    grant.entries++
    grant.lastEnteredAt = found?.lastEnteredAt ?? null
  }

  /** Reads as a guest what the person holds, and is refused everything else. */
  async #visit(guest: ModelGuest, session: string): Promise<void> {
    const { random, expect, today, userId } = this.ways
    const client = this.ways.clientOf(session)
    const read = (path: string) => client.sendUntilAnswered({ method: 'GET', path })
    const { body: verified } = await read('/auth/verify')
    expect([verified.user, verified.visit.ownerName], [this.#userOf(guest), this.#owner().name], 'a guest as it is read')
    const what = random.of(['summary', 'transactions', 'month', 'receipt'])
    if (what === 'summary') expect((await read('/transactions/summary')).body.summary, summary(this.account), 'the summary of a guest')
    if (what === 'transactions') {
      const alive = [...this.account.things.values()].filter((thing) => thing.kind === 'transactions' && thing.alive)
      const expected = new Map(alive.map((thing) => [thing.id, toAnswer(this.account, thing, userId())]))
      const { body } = await read('/transactions?limit=500')
      expect(new Map(body.transactions.map((each: { id: string }) => [each.id, each])), expected, 'the transactions of a guest')
    }
    if (what === 'month') {
      const month = today.slice(0, 7)
      expect((await read(`/months?from=${month}&to=${month}`)).body.months, [toMonthAnswer(this.account, month)], 'a month of a guest')
    }
    const receipt = [...this.account.attachments.values()].find((each) => isAttachmentThere(this.account, each))
    if (what === 'receipt' && receipt)
      expect(receipt.bytes.equals((await read(`/attachments/${receipt.id}`)).body), true, 'a receipt of a guest')
    const refused = await Promise.all([
      client.sendUntilAnswered({ method: 'POST', path: '/transactions', body: { id: newId() }, key: randomUUID() }),
      client.sendUntilAnswered({ method: 'DELETE', path: `/access/${guest.grant.id}`, key: randomUUID() }),
      read(random.of(['/goals', '/tasks', '/emergency-fund', '/access'])),
    ])
    for (const { status, body } of refused) expect([status, body.code], [403, 'READ_ONLY'], 'what a guest may not do')
    if (!random.chance(0.2)) return
    const left = await client.sendUntilAnswered({ method: 'POST', path: '/auth/logout' })
    // When the answer to the first attempt was lost, the second finds no session.
    expect([204, 401].includes(left.status), true, 'a guest who leaves')
    guest.session = null
    await this.#expectNoSession(session)
  }

  /** Ends an access, at times while its guest enters: the session that this starts ends with it. */
  async #end(guest: ModelGuest): Promise<void> {
    const { random, expect } = this.ways
    const { grant, session } = guest
    const token = random.chance(0.3) ? await this.#linkOf(guest) : null
    const [ended, entered] = await Promise.all([
      this.#send('DELETE', `/access/${grant.id}`),
      token === null ? null : this.ways.clientOf(null).sendOnce(enterBy(token)),
    ])
    expect(ended.status, 204, 'the end of an access')
    this.#guests.splice(this.#guests.indexOf(guest), 1)
    guest.session = null
    if (entered !== null && entered.status !== 200)
      expect(entered.body.error, guestTexts.linkInvalid, 'an entry beside the end of its access')
    const opened = entered?.status === 200 ? [String(entered.body.token)] : []
    for (const each of [...(session === null ? [] : [session]), ...opened]) await this.#expectNoSession(each)
    expect((await this.#send('DELETE', `/access/${grant.id}`)).status, 404, 'an access that has ended')
    if (token === null) return
    const again = await this.ways.clientOf(null).sendUntilAnswered(enterBy(token))
    expect([again.status, again.body.error], [400, guestTexts.linkInvalid], 'a link of an access that has ended')
  }

  async #expectNoSession(token: string): Promise<void> {
    const { status } = await this.ways.clientOf(token).sendUntilAnswered({ method: 'GET', path: '/transactions' })
    this.ways.expect(status, 401, 'a session of a guest that has ended')
  }

  #owner(): { name: string; businessName: string } {
    const { name, businessName } = this.account.profile
    return { name: String(name), businessName: String(businessName) }
  }

  #userOf({ grant: { name } }: ModelGuest): Record<string, unknown> {
    return { name, role: 'guest', businessName: this.#owner().businessName }
  }

  #send(method: ModelRequest['method'], path: string, body?: Record<string, unknown>): Promise<ModelAnswer> {
    return this.ways.sendUntilAnswered({ method, path, ...(body && { body }), ...(method !== 'GET' && { key: randomUUID() }) })
  }
}

function enterBy(token: string): ModelRequest {
  return { method: 'POST', path: '/guest/enter', body: { token } }
}
