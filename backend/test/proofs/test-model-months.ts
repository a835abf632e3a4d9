import { createHash, randomUUID } from 'node:crypto'
import { addMonths } from '@prumo/shared/calendar'
import { closingTexts } from '@prumo/shared/closing-rules'
import { v7 as newId } from 'uuid'
import type { BankTools } from './test-model-bank.js'
import type { ModelAnswer, ModelRequest } from './test-model-client.js'
import { expectClosed } from './test-model-requests.js'
import {
  isSettled,
  monthContent,
  settledMonths,
  type ModelAccount,
  type ModelBody,
  type ModelEntity,
  type ModelMonth,
} from './test-model.js'
import { monthTotals, toMonthAnswer } from './test-model-answers.js'
import { decide } from './test-model-decider.js'

/** Few, so that most commands are not refused. */
const MOST_CLOSED = 2
const REASONS = ['Faltou uma nota', 'O banco corrigiu']

/** Closes and reopens months of a person, and tries what a closed one refuses. Nothing else may happen in the account meanwhile. */
export class MonthHolder {
  constructor(
    private readonly ways: BankTools,
    private readonly account: ModelAccount,
  ) {}

  async act(): Promise<void> {
    const { random } = this.ways
    const closed = [...this.account.months.values()].filter(({ isClosed }) => isClosed).map(({ month }) => month)
    if (random.chance(0.1)) return this.#closePresent()
    if (closed.length > 0 && (closed.length >= MOST_CLOSED || random.chance(0.7))) {
      const month = random.of(closed)
      await this.#try(month)
      return random.chance(0.7) ? this.#reopen(month) : undefined
    }
    const month = monthBefore(this.ways.today, random.whole(1, 4))
    await (random.chance(0.3) ? this.#closeBesideWrite(month) : this.#close(month))
    await this.#try(month)
    if (random.chance(0.4)) await this.#reopen(month)
  }

  /** A month that has not ended, whatever day it is meanwhile. */
  async #closePresent(): Promise<void> {
    const answer = await this.#send('POST', `/months/${monthBefore(this.ways.today, -1)}/close`, {})
    this.ways.expect([answer.status, answer.body.error], [409, closingTexts.notEnded], 'closing a month that has not ended')
  }

  async #close(month: string): Promise<void> {
    const { random, sendUntilAnswered, expect } = this.ways
    const request = { method: 'POST', path: `/months/${month}/close`, body: {} } as const
    const answers = await Promise.all(
      Array.from({ length: random.chance(0.3) ? 2 : 1 }, () => sendUntilAnswered({ ...request, key: randomUUID() })),
    )
    await this.#learnClosing(month, answers[0] as ModelAnswer)
    for (const { body } of answers) expect(body.month, toMonthAnswer(this.account, month), `a closing of ${month} at the same time`)
  }

  /** A transaction is recorded in the month while it is closed: it is part of the closing, or refused. */
  async #closeBesideWrite(month: string): Promise<void> {
    const { sendUntilAnswered } = this.ways
    if (this.account.months.get(month)?.isClosed) return
    const [id, body] = [newId(), this.#sale(month)]
    const [closing, write] = await Promise.all([
      sendUntilAnswered({ method: 'POST', path: `/months/${month}/close`, body: {}, key: randomUUID() }),
      sendUntilAnswered({ method: 'POST', path: '/transactions', body: { id, ...body }, key: randomUUID() }),
    ])
    if (write.status === 201) this.#record(id, body, write)
    else this.#expectClosed(write, [month], 'a transaction beside the closing of its month')
    await this.#learnClosing(month, closing)
  }

  async #learnClosing(month: string, { status, body }: ModelAnswer): Promise<void> {
    const before = this.account.months.get(month)
    if (!before?.isClosed) {
      const content = monthContent(this.account, month)
      const { closedAt, position } = body.month ?? {}
      const totals = monthTotals(this.account, month)
      this.account.months.set(month, {
        month,
        isClosed: true,
        closing: { closedAt, position, totals, content },
        firstContent: before?.firstContent ?? content,
      })
      const { body: listed } = await this.#send('GET', '/activity?entity=month&limit=1')
      this.ways.expect(listed.activity[0]?.position, position, `the position of the closing of ${month}`)
    }
    this.ways.expect([status, body.month ?? body], [200, toMonthAnswer(this.account, month)], `closing ${month}`)
  }

  async #reopen(month: string): Promise<void> {
    const { random, expect } = this.ways
    const request = { method: 'POST', path: `/months/${month}/reopen`, body: { reason: random.of(REASONS) } } as const
    const answers = await Promise.all(
      Array.from({ length: random.chance(0.3) ? 2 : 1 }, () => this.ways.sendUntilAnswered({ ...request, key: randomUUID() })),
    )
    const closed = this.account.months.get(month) as ModelMonth
    this.account.months.set(month, { ...closed, isClosed: false })
    for (const { status, body } of answers)
      expect([status, body.month ?? body], [200, toMonthAnswer(this.account, month)], `reopening ${month}`)
  }

  /** Tries what would change a closed month, in several ways, and what may change nonetheless. */
  async #try(month: string): Promise<void> {
    const { random } = this.ways
    const within = this.#settledIn(month)
    const others = [...this.account.things.values()].filter((thing) => isSettled(thing) && thing.fields.type !== 'transfer')
    await this.#refused('POST', '/transactions', { id: newId(), ...this.#sale(month) }, [month], 'recording in a closed month')
    await this.#acceptRefused(month)
    if (within.length > 0) await this.#tryOn(random.of(within), month)
    const outside = others.filter((thing) => !settledMonths(thing).includes(month))
    if (outside.length > 0) await this.#moveIn(random.of(outside), month)
    const after = this.#settledIn(month)
    this.ways.expect(
      after.map(({ id }) => id),
      within.map(({ id }) => id),
      `what is settled in ${month}`,
    )
  }

  async #tryOn(thing: ModelEntity, month: string): Promise<void> {
    const { random, became, expect } = this.ways
    const path = `/transactions/${thing.id}`
    const months = settledMonths(thing).filter((each) => this.account.months.get(each)?.isClosed)
    expect(months.includes(month), true, 'a transaction of a closed month')
    await this.#refused('DELETE', path, undefined, months, 'deleting from a closed month')
    await this.#refused('PUT', path, { description: `Outra ${randomUUID()}` }, months, 'correcting in a closed month')
    const ids = [thing.id]
    const batch = await this.#send('POST', '/transactions/batch', { ids, delete: true })
    this.#expectClosed(batch, months, 'a batch in a closed month', { ids })
    const note = `Conferido ${randomUUID()}`
    const result = decide(this.account, 'transactions', thing.id, thing, { do: 'change', body: { note } }, null)
    const noted = await this.#send('PUT', path, { note })
    expect(noted.status, 200, 'a note in a closed month')
    if (!('becomes' in result)) throw new Error('The model refuses a note in a closed month')
    became({ ...result.becomes, updatedAt: noted.body.transaction.updatedAt }, thing)
    if (random.chance(0.3)) expect((await this.#send('GET', path)).body.transaction.note, note, 'a note in a closed month')
  }

  /** Moves a transaction into a closed month, which is refused for the months that it would leave, too. */
  async #moveIn(thing: ModelEntity, month: string): Promise<void> {
    const body: ModelBody = { transactionDate: `${month}-15` }
    const result = decide(this.account, 'transactions', thing.id, thing, { do: 'change', body }, null)
    const months = 'months' in result ? result.months : []
    await this.#refused('PUT', `/transactions/${thing.id}`, body, months ?? [], 'moving into a closed month')
  }

  async #acceptRefused(month: string): Promise<void> {
    const { today } = this.ways
    const rows = [today, `${month}-10`].map((date) => ({
      id: newId(),
      key: createHash('sha256').update(randomUUID()).digest('hex'),
      date,
      amount: 12.5,
      type: 'expense',
      description: 'Padaria',
      category: null,
    }))
    const answer = await this.#send('POST', '/imports', { id: newId(), fileName: 'fechado.ofx', format: 'ofx', rows })
    this.#expectClosed(answer, [month], 'an import into a closed month', { 'rows.1': [closingTexts.closed([month])] })
  }

  /** What is settled in a month. */
  #settledIn(month: string): ModelEntity[] {
    return [...this.account.things.values()].filter((thing) => settledMonths(thing).includes(month))
  }

  #sale(month: string): ModelBody {
    const { random } = this.ways
    return {
      description: 'Encomenda',
      amount: random.whole(1, 50_000) / 100,
      type: 'income',
      transactionDate: `${month}-${random.of(['01', '28'])}`,
    }
  }

  #record(id: string, body: ModelBody, answer: ModelAnswer): void {
    const recorded = decide(this.account, 'transactions', id, undefined, { do: 'create', body: { id, ...body } }, null)
    if (!('becomes' in recorded)) throw new Error('The model refuses a transaction of an open month')
    const { createdAt, updatedAt } = answer.body.transaction
    this.ways.became({ ...recorded.becomes, createdAt, updatedAt }, undefined)
  }

  async #refused(
    method: 'POST' | 'PUT' | 'DELETE',
    path: string,
    body: ModelBody | undefined,
    months: string[],
    what: string,
  ): Promise<void> {
    this.#expectClosed(await this.#send(method, path, body), months, what)
  }

  #expectClosed(answer: ModelAnswer, months: readonly string[], what: string, fields: Record<string, string[]> = {}): void {
    expectClosed(this.ways, answer, months, what, fields)
  }

  #send(method: ModelRequest['method'], path: string, body?: Record<string, unknown>): Promise<ModelAnswer> {
    return this.ways.sendUntilAnswered({ method, path, ...(body && { body }), ...(method !== 'GET' && { key: randomUUID() }) })
  }
}

/** A month before that of a day; a negative count is one after it. */
function monthBefore(today: string, count: number): string {
  return addMonths(`${today.slice(0, 7)}-01`, -count).slice(0, 7)
}
