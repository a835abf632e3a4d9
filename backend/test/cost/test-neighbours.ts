import { setTimeout as wait } from 'node:timers/promises'
import { dateInSaoPaulo } from '@prumo/shared/calendar'
import { v4 as randomId } from 'uuid'
import type { LimitedRoute } from './test-measured-app.js'
import type { WireRequest } from './test-measured-server.js'
import { nameOf, refusedCases, type CostCase } from './test-worst-requests.js'

const WRITERS = 16
/** Between two commands of a writer, in milliseconds. */
const WRITER_PAUSE_MS = 20
/** Rounds alone and beside the hostile client alternate, so that other load on the machine affects both. */
const ROUNDS = 5
const ROUND_MS = 3_000
/**
 * The hostile client: so many connections, each with at most one request a pause, send the 600 writes a minute that an account may.
 */
const CONNECTIONS = 4
const HOSTILE_PAUSE_MS = 400
/** So many different requests, with bodies of at most so many bytes. */
const REQUESTS = 200
const MOST_BYTES = 4_000_000
/** Left out, because they would end the session of the hostile client. */
const ENDINGS = ['POST /api/auth/logout', 'DELETE /api/auth/sessions', 'DELETE /api/auth/account']

/** The latency of the commands of 16 writers, in milliseconds. */
export interface NeighbourFigures {
  aloneP99: number
  besideP99: number
  /** The number of commands that were answered in each kind of round. */
  alone: number
  beside: number
  /** The number of hostile requests that were answered. */
  hostile: number
}

/** Writers on accounts of their own send commands, alone and beside a client that sends hostile requests. */
export class NeighbourMeasurement {
  #hostileAnswers = 0

  /** @param origin the server, such as http://127.0.0.1:3000 */
  constructor(private readonly origin: string) {}

  async measure(routes: readonly LimitedRoute[]): Promise<NeighbourFigures> {
    const tokens: string[] = []
    for (let count = 0; count < WRITERS; count++) tokens.push(await this.#register())
    const requests = hostileRequests(routes, await this.#register())
    const [alone, beside]: [number[], number[]] = [[], []]
    // The first answers also pay for compiling code.
    await this.#round(tokens, [], requests)
    this.#hostileAnswers = 0
    for (let round = 0; round < ROUNDS; round++) {
      await this.#round(tokens, alone, [])
      await this.#round(tokens, beside, requests)
    }
    return {
      aloneP99: percentile(alone, 0.99),
      besideP99: percentile(beside, 0.99),
      alone: alone.length,
      beside: beside.length,
      hostile: this.#hostileAnswers,
    }
  }

  async #round(tokens: readonly string[], waits: number[], hostile: readonly WireRequest[]): Promise<void> {
    const until = performance.now() + ROUND_MS
    await Promise.all([
      ...tokens.map((token) => this.#write(token, waits, until)),
      ...(hostile.length > 0 ? Array.from({ length: CONNECTIONS }, () => this.#attack(hostile, until)) : []),
    ])
  }

  async #write(token: string, waits: number[], until: number): Promise<void> {
    const body = JSON.stringify({ description: 'Bolo', amount: 10, type: 'income', transactionDate: dateInSaoPaulo(new Date()) })
    while (performance.now() < until) {
      const sent = performance.now()
      const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', 'Idempotency-Key': randomId() }
      const { status } = await this.#send({ method: 'POST', target: '/api/transactions', headers, body })
      if (status !== 201) throw new Error(`A command was answered with ${status}`)
      waits.push(performance.now() - sent)
      await wait(WRITER_PAUSE_MS)
    }
  }

  async #attack(requests: readonly WireRequest[], until: number): Promise<void> {
    while (performance.now() < until) {
      const next = performance.now() + HOSTILE_PAUSE_MS
      const request = requests[this.#hostileAnswers % requests.length] as WireRequest
      this.#hostileAnswers += 1
      // A request whose connection is reset was refused as well.
      await this.#send(request).catch(() => null)
      await wait(Math.max(0, Math.min(next, until) - performance.now()))
    }
  }

  async #register(): Promise<string> {
    const body = JSON.stringify({
      email: `${randomId()}@exemplo.com`,
      password: 'um-segredo-9-longo',
      name: 'Ana Souza',
      businessName: 'Ateliê Ana',
      businessType: 'Serviços',
    })
    const headers = { 'Content-Type': 'application/json' }
    const { status, text } = await this.#send({ method: 'POST', target: '/api/auth/register', headers, body })
    if (status !== 201) throw new Error(`A registration was answered with ${status} ${text}`)
    return JSON.parse(text).token as string
  }

  async #send({ method, target, headers, body }: WireRequest): Promise<{ status: number; text: string }> {
    const answer = await fetch(this.origin + target, { method, headers, ...(body !== undefined && { body }) })
    return { status: answer.status, text: await answer.text() }
  }
}

/** Hostile requests of every kind, generated in advance: generating them would delay the writers of this process. */
function hostileRequests(routes: readonly LimitedRoute[], token: string): WireRequest[] {
  const attacked = routes.filter((route) => !ENDINGS.includes(nameOf(route)))
  const cases = refusedCases(attacked, { mostBytes: MOST_BYTES, textKinds: 9 })
  const step = Math.max(1, Math.floor(cases.length / REQUESTS))
  return cases.filter((_, index) => index % step === 0).map((each) => requestOf(each, token))
}

function requestOf({ route: { method, path }, make }: CostCase, token: string): WireRequest {
  const { path: segment = randomId(), query, headers, body } = make(1)
  const target = path.replace(/:\w+|\*/g, segment) + (query ? `?${query}` : '')
  const sent = { Authorization: `Bearer ${token}`, ...(body !== undefined && { 'Content-Type': 'application/json' }), ...headers }
  return { method, target, headers: sent, ...(body !== undefined && { body }) }
}

function percentile(values: readonly number[], part: number): number {
  return values.toSorted((one, other) => one - other)[Math.ceil(values.length * part) - 1] ?? Infinity
}
