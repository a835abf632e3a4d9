import { v4 as randomId } from 'uuid'
import type { LimitedRoute } from './test-measured-app.js'
import type { RequestCost, MeasuredServer, WireRequest } from './test-measured-server.js'
import { NeighbourMeasurement, type NeighbourFigures } from './test-neighbours.js'
import { halfOf, worstCopy, type CopySize } from './test-worst-copies.js'
import {
  acceptedQueries,
  ADDS_ATTACHMENT,
  acceptedRequest,
  nameOf,
  numericParameters,
  refusedCases,
  type CostCase,
  type KnownValues,
  type RefusedSize,
} from './test-worst-requests.js'

export interface CostRun extends RefusedSize {
  /** The number of elements in the lists of accepted bodies. */
  elements: number
  /** Copies to restore, each into one account and half of it into another. */
  copies: readonly CopySize[]
  /** Measures only cases whose name contains this; all if empty. */
  only: string
  /** After so many failures the measurement ends. */
  mostFailures: number
  /** Whether absolute limits are checked too: the longest hold of the event loop and the largest page. */
  isAbsolute: boolean
}

/** The most by which the processor time may grow when the input doubles. */
const MOST_GROWTH = 3
/** A smaller cost is not compared, in milliseconds. */
const FLOOR_MS = 40
/** A difference up to this is noise, in milliseconds. */
const NOISE_MS = 20
/** The absolute limit of how long a request may hold the event loop, in milliseconds. */
const MOST_HOLD_MS = 100
const MOST_PAGE_BYTES = 1_000_000
/** How often a case is measured at most; its minimum counts. */
const TRIES = 4
/** A larger cost, in milliseconds, is beyond noise and is not tried again. */
const CERTAIN_MS = 4_000

/** The processors whose time is checked against the size of the input. */
const processors = ['cpuMs', 'databaseMs'] as const

/** The measured cost of one case. */
export interface CostFigure {
  name: string
  status: number
  cpuMs: number
  halfCpuMs: number | null
  databaseMs: number
  halfDatabaseMs: number | null
  holdMs: number
  bytes: number
}

export interface CostFailure {
  name: string
  reason: string
  /** The request that shows it, shortened. */
  request: string
}

type MeasuredSize = Pick<RequestCost, 'status' | 'cpuMs' | 'holdMs' | 'databaseMs'> & Partial<Pick<RequestCost, 'body'>>
type SizePart = 'whole' | 'half'

interface CostPerson {
  email: string
  password: string
  token: string
  accountId: string
}

/** Ends a measurement early. */
class TooManyFailures extends Error {}

/** Measures the worst case of every route, one request at a time. */
export class CostMeasurement {
  readonly figures: CostFigure[] = []
  readonly failures: CostFailure[] = []
  /** Routes that accepted a request, by name. */
  readonly accepted = new Set<string>()
  /** Routes that got a request, by name. */
  readonly asked = new Set<string>()
  #routes: LimitedRoute[] = []

  constructor(
    private readonly server: MeasuredServer,
    private readonly run: CostRun,
    /** Receives each failure when it is found. */
    private readonly report: (failure: CostFailure) => void,
  ) {}

  /** Every route that reads or changes stored data. */
  get routes(): readonly LimitedRoute[] {
    return this.#routes
  }

  async measureEverything(): Promise<void> {
    const person = await this.#register()
    await this.#learnRoutes(person)
    try {
      for (const each of refusedCases(this.#routes, this.run)) await this.#measureCase(person, each)
      for (const copy of this.run.copies) await this.#measureCopy(copy)
    } catch (error) {
      if (!(error instanceof TooManyFailures)) throw error
    }
  }

  /** The latency of writers beside a client that sends hostile requests. */
  async measureNeighbours(): Promise<NeighbourFigures> {
    if (this.#routes.length === 0) await this.#learnRoutes(await this.#register())
    return new NeighbourMeasurement(this.server.origin).measure(this.#routes)
  }

  async #learnRoutes({ token }: CostPerson): Promise<void> {
    this.#routes = (await this.server.routes(token)).filter(({ method, path }) => method !== 'HEAD' && !path.startsWith('/api/docs'))
  }

  async #measureCase(person: CostPerson, { name, route, make }: CostCase): Promise<void> {
    const request = (size: number): WireRequest => {
      const { path: segment = randomId(), query, ...made } = make(size)
      return { method: route.method, target: route.path.replace(/:\w+|\*/g, segment) + (query ? `?${query}` : ''), ...made }
    }
    const sizes = { whole: 1, half: 0.5 }
    await this.#compare(
      `${nameOf(route)}: ${name}`,
      (part) => this.#send(person, request(sizes[part]), false),
      () => request(1),
    )
    this.asked.add(nameOf(route))
  }

  /** Restores a copy into one account and half of it into another, and sends every request to both. */
  async #measureCopy(copy: CopySize): Promise<void> {
    const size = JSON.stringify(copy)
    const accounts = { whole: await this.#newAccount(copy), half: await this.#newAccount(halfOf(copy)) }
    const measured = async (name: string, request: (account: CostAccount) => WireRequest, route: LimitedRoute) => {
      this.asked.add(nameOf(route))
      const send = async (part: SizePart) => {
        const cost = await this.#send(accounts[part].person, request(accounts[part]))
        if (cost.status >= 200 && cost.status < 400) this.accepted.add(nameOf(route))
        return cost
      }
      return this.#compare(`${name}, account of ${size}`, send, () => request(accounts.whole))
    }
    await this.#restore(accounts, size)
    const phases: ((route: LimitedRoute) => boolean)[] = [
      (route) => (route.method === 'POST' && !route.path.includes(':')) || nameOf(route) === ADDS_ATTACHMENT,
      ({ method }) => method === 'GET',
      ({ method }) => ['PUT', 'PATCH'].includes(method),
      ({ method }) => method === 'DELETE',
      (route) =>
        route.method === 'POST' && route.path.includes(':') && !route.path.startsWith('/api/activity') && nameOf(route) !== ADDS_ATTACHMENT,
      // The undo of an entry affects the changes before it.
      ({ method, path }) => method === 'POST' && path.startsWith('/api/activity'),
    ]
    const inPhase = phases.map(
      (isNow) => (route: LimitedRoute) => isNow(route) && ![...ENDINGS, 'POST /api/data/restore'].includes(nameOf(route)),
    )
    const ending = ENDINGS.map((name) => (route: LimitedRoute) => nameOf(route) === name)
    for (const [index, isNow] of [...inPhase, ...ending].entries()) {
      for (const account of Object.values(accounts)) {
        // New and changed entities are now first in their lists.
        if (index === 1) account.ids.clear()
        account.ids.delete('/api/activity')
        await this.#learnIds(account)
      }
      for (const route of this.#routes.filter(isNow)) {
        const numbers = await this.#largestNumbers(accounts.whole, route)
        for (const query of route.method === 'GET' ? acceptedQueries(route, numbers) : ['']) {
          const name = nameOf(route) + (query && `?${query.slice(0, 80)}`)
          const answer = await measured(name, (account) => acceptedRequest(route, account.known, this.run.elements, query), route)
          const cursor = /"nextCursor":"([^"]+)"/.exec(answer?.body ?? '')?.[1]
          if (!answer || cursor === undefined) continue
          this.#judgePage(name, answer)
          const next = `${query && `${query}&`}cursor=${cursor}`
          const page = await this.#send(accounts.whole.person, acceptedRequest(route, accounts.whole.known, 0, next))
          if (page.status === 200) this.#judgePage(`${name}&cursor`, page)
        }
      }
    }
  }

  async #newAccount(size: CopySize): Promise<CostAccount> {
    const person = await this.#register()
    const copy = worstCopy(size)
    const ids = new Map<string, string[]>()
    const deleted = new Map<string, string>()
    const account: CostAccount = {
      person,
      ids,
      known: {
        email: person.email,
        password: person.password,
        restoreId: randomId(),
        attachments: [],
        copy: () => copy,
        idsIn: (collection) => ids.get(collection) ?? [randomId()],
        idIn(collection, use) {
          const known = ids.get(collection) ?? []
          if (use === 'first') return known[0] ?? randomId()
          if (use === 'last') return known.at(-1) ?? randomId()
          if (use === 'bring back') return deleted.get(collection) ?? known[0] ?? randomId()
          const id = known.shift() ?? randomId()
          deleted.set(collection, id)
          return id
        },
      },
    }
    return account
  }

  /** Uploads and restores the copies, and measures both. */
  async #restore(accounts: Record<SizePart, CostAccount>, size: string): Promise<void> {
    const route = this.#routes.find((each) => nameOf(each) === 'POST /api/data/restore')
    if (!route) throw new Error('No route restores a copy')
    const send = async (part: SizePart) => {
      const { person, known } = accounts[part]
      const cost = await this.#send(person, acceptedRequest(route, known, 0))
      if (cost.status !== 202) throw new Error(`The copy of ${size} was answered with ${cost.status} ${cost.body.slice(0, 500)}`)
      known.restoreId = JSON.parse(cost.body).restore.id as string
      this.accepted.add(nameOf(route))
      return cost
    }
    const runWorker = async (part: SizePart) => {
      const { person, known } = accounts[part]
      const act = () => this.server.restore(person.accountId, known.restoreId).then(() => ({ status: 0 }))
      return this.server.measure(act)
    }
    const judge = async (name: string, act: (part: SizePart) => Promise<MeasuredSize>) => {
      // The first request also pays for compiling code.
      const half = await act('half')
      this.#judge(name, await act('whole'), half, () => acceptedRequest(route, accounts.whole.known, 0))
    }
    await judge(`${nameOf(route)} of ${size}`, send)
    await judge(`the worker that restores ${size}`, runWorker)
    for (const part of ['whole', 'half'] as const) {
      const {
        person,
        known: { restoreId },
      } = accounts[part]
      const { restore } = JSON.parse((await this.#send(person, plainRequest(`/api/data/restore/${restoreId}`))).body)
      const others = (restore.problems as { at: string }[]).filter(({ at }) => !at.startsWith('recurrences['))
      if (restore.state !== 'done' || others.length > 0) throw new Error(`The copy did not fit: ${JSON.stringify(restore)}`)
    }
  }

  /** Reads the ids of every list, for paths that name an entity. */
  async #learnIds({ person, ids }: CostAccount): Promise<void> {
    const collections = new Set(this.#routes.flatMap(({ path }) => /^(.*?)\/:/.exec(path)?.[1] ?? []))
    for (const collection of collections) {
      if (ids.has(collection) || !this.#routes.some(({ method, path }) => method === 'GET' && path === collection)) continue
      const { status, body } = await this.#send(person, plainRequest(collection))
      if (status !== 200) continue
      const list = Object.values(JSON.parse(body) as object).find((value) => Array.isArray(value)) as Record<string, unknown>[]
      const named = list
        .filter(({ undoable, current }) => undoable !== false && current !== true)
        // Recurrences come by their next date.
        .toSorted((one, other) => Number(one['kind'] === 'recurring') - Number(other['kind'] === 'recurring'))
      ids.set(
        collection,
        named.map(({ id, position }) => String(position ?? id)),
      )
    }
  }

  /** The largest accepted value of each numeric parameter of a route, found by trying. */
  async #largestNumbers({ person, known }: CostAccount, route: LimitedRoute): Promise<Record<string, number>> {
    const largest: Record<string, number> = {}
    for (const name of route.method === 'GET' ? numericParameters(route) : []) {
      for (const number of [1_000, 500, 300, 200, 100, 90, 60, 36, 30, 12, 9, 1]) {
        const { status } = await this.#send(person, acceptedRequest(route, known, 0, `${name}=${number}`))
        if (status === 400) continue
        largest[name] = number
        break
      }
    }
    return largest
  }

  /** Compares a request with one of half the size and, if asked, with the absolute limits. */
  async #compare(name: string, send: (part: SizePart) => Promise<MeasuredSize>, shown: () => WireRequest): Promise<MeasuredSize | null> {
    if (!name.includes(this.run.only)) return null
    let whole = await send('whole')
    let half: MeasuredSize | null = null
    const isFine = () => !this.#growthOf(whole, half) && (!this.run.isAbsolute || whole.holdMs <= MOST_HOLD_MS)
    for (let tries = 0; tries < TRIES; tries++) {
      if (processors.some((processor) => whole[processor] > FLOOR_MS)) half = minimum(half, await send('half'))
      if (isFine() || Math.max(whole.cpuMs, whole.databaseMs) > CERTAIN_MS) break
      whole = minimum(whole, await send('whole'))
    }
    this.#judge(name, whole, half, shown)
    return whole
  }

  #growthOf(whole: MeasuredSize, half: MeasuredSize | null): string | null {
    for (const processor of processors)
      if (half && whole[processor] > FLOOR_MS && whole[processor] > MOST_GROWTH * half[processor] + NOISE_MS)
        return `${processor}: ${Math.round(whole[processor])} for the whole, ${Math.round(half[processor])} for the half`
    return null
  }

  #judge(name: string, whole: MeasuredSize, half: MeasuredSize | null, shown: () => WireRequest): void {
    const { status, cpuMs, holdMs, databaseMs, body = '' } = whole
    const halves = { halfCpuMs: half?.cpuMs ?? null, halfDatabaseMs: half?.databaseMs ?? null }
    this.figures.push({ name, status, cpuMs, holdMs, databaseMs, ...halves, bytes: Buffer.byteLength(body) })
    const growth = this.#growthOf(whole, half)
    if (growth) this.#fail(name, growth, shown())
    else if (this.run.isAbsolute && holdMs > MOST_HOLD_MS) this.#fail(name, `holds the event loop for ${Math.round(holdMs)} ms`, shown())
  }

  #judgePage(name: string, { body = '' }: MeasuredSize): void {
    const bytes = Buffer.byteLength(body)
    if (this.run.isAbsolute && bytes > MOST_PAGE_BYTES) this.#fail(name, `a page of ${bytes} bytes`, plainRequest(name))
  }

  #fail(name: string, reason: string, { method, target, headers, body = '' }: WireRequest): void {
    const head = Object.entries(headers).map(([header, value]) => `${header}: ${value.slice(0, 60)}`)
    const text = `${method} ${target.slice(0, 300)}\n${head.join('\n')}\n\n${body.slice(0, 200)} (${Buffer.byteLength(body)} bytes)`
    const failure = { name, reason, request: text }
    this.failures.push(failure)
    this.report(failure)
    if (this.failures.length >= this.run.mostFailures) throw new TooManyFailures()
  }

  async #send(person: CostPerson, { headers, ...rest }: WireRequest, withDatabase = true): Promise<RequestCost> {
    const sent = () => ({ ...rest, headers: { Authorization: `Bearer ${person.token}`, ...headers } })
    const cost = await this.server.send(sent(), withDatabase)
    if (cost.status !== 401 || headers['Authorization'] !== undefined) return cost
    // This request, or one before it, ended the session.
    const { email, password } = person
    const login = await this.server.send(plainRequest('/api/auth/login', { email, password }))
    if (login.status !== 200) return cost
    person.token = JSON.parse(login.body).token as string
    await this.#confirm(person)
    return this.server.send(sent(), withDatabase)
  }

  async #register(): Promise<CostPerson> {
    const [email, password] = [`${randomId()}@exemplo.com`, 'um-segredo-9-longo']
    const about = { name: 'Ana Souza', businessName: 'Ateliê Ana', businessType: 'Serviços' }
    const { status, body } = await this.server.send(plainRequest('/api/auth/register', { email, password, ...about }))
    if (status !== 201) throw new Error(`A registration was answered with ${status} ${body}`)
    const { token, user } = JSON.parse(body) as { token: string; user: { id: string } }
    const person = { email, password, token, accountId: user.id }
    await this.#confirm(person)
    return person
  }

  /** Confirms the session, which ending an account requires. */
  async #confirm({ token, password }: CostPerson): Promise<void> {
    await this.server.send({ ...plainRequest('/api/auth/confirm', { password }), headers: { Authorization: `Bearer ${token}` } })
  }
}

/** Requests that end a session or empty an account are sent last. */
const ENDINGS = [
  'PUT /api/auth/password',
  'DELETE /api/auth/sessions',
  'POST /api/auth/logout',
  'POST /api/data/reset',
  'DELETE /api/auth/account',
]

interface CostAccount {
  person: CostPerson
  known: KnownValues
  /** By the path of their list. */
  ids: Map<string, string[]>
}

function plainRequest(target: string, body?: object): WireRequest {
  return { method: body ? 'POST' : 'GET', target, headers: {}, ...(body && { body: JSON.stringify(body) }) }
}

/** The minimum of each figure. */
function minimum(one: MeasuredSize | null, other: MeasuredSize): MeasuredSize {
  if (!one) return other
  const of = (name: 'cpuMs' | 'holdMs' | 'databaseMs') => Math.min(one[name], other[name])
  return { ...other, cpuMs: of('cpuMs'), holdMs: of('holdMs'), databaseMs: of('databaseMs') }
}

/** The ten worst by a figure, as lines of a table. */
export function worstTen(figures: readonly CostFigure[], by: 'cpuMs' | 'holdMs' | 'databaseMs'): string {
  const shown = (value: number | null) => (value === null ? '-' : Math.round(value).toString()).padStart(8)
  return figures
    .toSorted((one, other) => other[by] - one[by])
    .slice(0, 10)
    .map(({ name, status, cpuMs, halfCpuMs, databaseMs, holdMs, bytes }) =>
      [shown(cpuMs), shown(halfCpuMs), shown(databaseMs), shown(holdMs), shown(bytes), ` ${status} ${name}`].join(''),
    )
    .join('\n')
}
