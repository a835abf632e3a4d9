import { randomInt } from 'node:crypto'
import { MAX_ASKS } from '@prumo/shared/freshness'
import { addDays, dateInSaoPaulo } from '@prumo/shared/calendar'
import { v4 as randomId, v7 as newId } from 'uuid'
import { createTestSubscription } from '../test-push-service.js'
import type { JsonSchema, ApiRoute } from '../hostile/test-route-table.js'
import type { LimitedRoute } from './test-measured-app.js'
import type { WireRequest } from './test-measured-server.js'
import { hostileTexts, largestValue, refusedBodies } from './test-worst-values.js'

/** The most that Node accepts for all headers and the request line together. */
const HEAD_BYTES = 14_000

/** One way to make a route work hard. */
export interface CostCase {
  /** Identifies the case, so that it can be reproduced. */
  name: string
  route: LimitedRoute
  /** @param size from 0 to 1, the limit of the case */
  make: (size: number) => Pick<WireRequest, 'headers' | 'body'> & { path?: string; query?: string }
}

export const nameOf = ({ method, path }: ApiRoute): string => `${method} ${path}`
const writes = ({ method }: ApiRoute) => !['GET', 'HEAD', 'OPTIONS'].includes(method)

/** Requests that must be refused cheaply: bodies, queries, paths and headers at their limits. */
export function refusedCases(routes: readonly LimitedRoute[], { mostBytes, textKinds }: RefusedSize): CostCase[] {
  const kinds = Object.entries(hostileTexts)
  return [
    ...routes.flatMap((route, index) => {
      const texts = Array.from({ length: textKinds }, (_, place) => kinds[(index * textKinds + place) % kinds.length] as TextKind)
      return [...bodyCases(route, mostBytes, texts), ...addressCases(route)]
    }),
    ...headerCases(routes),
  ]
}

type TextKind = [name: string, make: (length: number) => string]

export interface RefusedSize {
  /** The largest body that is sent, in bytes, if a route accepts larger ones. */
  mostBytes: number
  /** How many kinds of hostile texts the fields of a route's body get; each route gets the next ones. */
  textKinds: number
}

function bodyCases(route: LimitedRoute, mostBytes: number, texts: readonly TextKind[]): CostCase[] {
  if (!writes(route)) return []
  // Leaves room for the structure of the body around its filling.
  const bytes = Math.min(route.bodyLimit, mostBytes) - 2_000
  return Object.entries(refusedBodies(route.body, texts)).map(([name, make]) => ({
    name: `body of ${name}`,
    route,
    make: (size) => ({ headers: { 'Idempotency-Key': randomId() }, body: make(Math.floor(bytes * size)) }),
  }))
}

function addressCases(route: LimitedRoute): CostCase[] {
  const names = Object.keys(route.query)
  const texts = Object.entries(hostileTexts).filter(() => names.length > 0)
  const queries: [string, (bytes: number) => string][] = [
    ...texts.map(([name, make]): [string, (bytes: number) => string] => {
      const perByte = encodeURIComponent(make(24)).length / 24
      const lengthOf = (bytes: number) => Math.max(24, Math.floor(bytes / names.length / perByte - 20))
      return [name, (bytes) => names.map((each) => `${each}=${encodeURIComponent(make(lengthOf(bytes)))}`).join('&')]
    }),
    ['many parameters', (bytes) => `${names[0] ?? 'a'}&`.repeat(bytes / ((names[0] ?? 'a').length + 1))],
  ]
  return [
    ...queries.map(([name, make]): CostCase => {
      return { name: `query of ${name}`, route, make: (size) => ({ headers: {}, query: make(Math.floor(HEAD_BYTES * size)) }) }
    }),
    ...(route.path.includes(':')
      ? [{ name: 'long path', route, make: (size: number) => ({ headers: {}, path: 'a-'.repeat((HEAD_BYTES / 2) * size) }) }]
      : []),
  ]
}

/** Headers are read alike for every route: a route that reads, one that writes and one that starts a session are enough. */
function headerCases(routes: readonly LimitedRoute[]): CostCase[] {
  const reading = ['If-None-Match', 'Prumo-Asks', 'Prumo-Min-Seq', 'Authorization', 'Accept', 'Accept-Encoding', 'Range', 'Cookie']
  const writing = ['Idempotency-Key', 'If-Match', 'Content-Type', 'X-Forwarded-For']
  const inHeaders: [string, string[]][] = [
    ['GET /api/goals', reading],
    ['POST /api/transactions', writing],
    ['POST /api/auth/login', ['User-Agent']],
  ]
  return inHeaders.flatMap(([name, headers]) => {
    const route = routes.find((each) => nameOf(each) === name)
    if (!route) throw new Error(`There is no ${name}`)
    return headers.flatMap((header) =>
      Object.entries({ ...hostileTexts, 'many of them': manyOf(header) }).map(([kind, make]) => ({
        name: `${header} of ${kind}`,
        route,
        make: (size: number) => ({
          headers: { [header]: (header === 'Authorization' ? 'Bearer ' : '') + latin(make(Math.floor(HEAD_BYTES * size))) },
          ...(route.body && { body: '{}' }),
        }),
      })),
    )
  })
}

function manyOf(header: string): (length: number) => string {
  if (header === 'Prumo-Asks') return (length) => Array.from({ length: Math.min(MAX_ASKS, length / 38) }, () => randomId()).join(', ')
  return (length) => Array.from({ length: length / 40 }, () => `W/"${newId().slice(0, 34)}"`).join(', ')
}

/** Header bytes without control characters. */
const latin = (text: string) => text.replace(/[^\t\u0020-\u007e]/g, '\u00e9')

/** Values that the sender of an accepted request needs. */
export interface KnownValues {
  email: string
  password: string
  /** An id of the path's collection, if possible one that no request used before. */
  idIn: (collection: string, use: 'first' | 'last' | 'delete' | 'bring back') => string
  /** All known ids of a collection, at least one. */
  idsIn: (collection: string) => string[]
  copy: () => unknown
  restoreId: string
  /** Ids of receipts that requests added, oldest first. */
  attachments: string[]
}

/** Everything is in the main wallet. */
const noWallets = { walletId: undefined, toWalletId: undefined, toDate: undefined }

/** Fields of accepted bodies that the schema does not describe fully; undefined leaves a field out. */
const exceptions: Readonly<Record<string, (known: KnownValues) => Record<string, unknown>>> = {
  'POST /api/auth/register': () => ({ password: 'um-segredo-9-longo' }),
  'POST /api/auth/login': ({ email, password }) => ({ email, password }),
  'POST /api/auth/confirm': ({ password }) => ({ $whole: { password } }),
  'PUT /api/auth/password': ({ password }) => ({ currentPassword: password, newPassword: password }),
  'DELETE /api/auth/account': ({ password }) => ({ password }),
  'PUT /api/auth/profile': () => ({ monthlyIncome: 1 }),
  'POST /api/transactions': () => ({ ...noWallets, type: 'expense', transactionDate: today(), fiscal: { dasOf: today().slice(0, 7) } }),
  'PUT /api/transactions/:id': () => ({ ...noWallets, type: 'expense', transactionDate: today(), fiscal: { dasOf: today().slice(0, 7) } }),
  'POST /api/transactions/batch': ({ idsIn }) => ({
    ids: idsIn('/api/transactions'),
    change: { category: `${randomInt(1_000_000)} `.padEnd(60, 'ç'), note: 'ç'.repeat(500), transactionDate: today(), isConfirmed: true },
    delete: undefined,
    versions: undefined,
  }),
  'POST /api/transactions/categories/rename': () => ({ to: 'Outra' }),
  'POST /api/rules': () => ({ text: `${randomInt(1_000_000)} `.padEnd(60, 'ç') }),
  'PUT /api/rules/:id': () => ({ text: `${randomInt(1_000_000)} `.padEnd(60, 'ç') }),
  'PUT /api/mei': () => ({ openedOn: '2024-03-12', closedOn: null }),
  'POST /api/mei/deliveries': () => ({ kind: 'dasn', of: '2024' }),
  'PUT /api/wallets/:id': () => ({ isMain: undefined }),
  'POST /api/imports/preview': () => noWallets,
  'POST /api/imports': () => noWallets,
  'PATCH /api/goals/:id/progress': () => ({ amount: 0.01 }),
  'PUT /api/goals/:id': () => ({ targetAmount: 3, currentAmount: 2 }),
  'PUT /api/emergency-fund': () => ({ currentAmount: 9 }),
  'POST /api/emergency-fund/add': () => ({ amount: 0.01 }),
  'POST /api/emergency-fund/withdraw': () => ({ amount: 0.01 }),
  'POST /api/recurrences': () => ({ every: 'month', interval: 1, firstNumber: 1, until: null, start: today(), ...noWallets }),
  'PUT /api/recurrences/:id': () => ({ ...noWallets, amount: randomInt(1_000, 1_000_000) / 100, until: addDays(today(), 700) }),
  // The e-mail is not confirmed.
  'PUT /api/reminders': () => ({ email: false }),
  'POST /api/reminders/devices': () => ({ $whole: createTestSubscription('a'.repeat(900)) }),
  'POST /api/access': () => ({ email: `${randomId()}@exemplo.com`, until: null }),
  'POST /api/v1.0/email/send': () => ({}),
  'POST /api/data/restore': ({ copy }) => ({ $whole: copy() }),
}

/** The same for elements of lists. */
const elementExceptions: Readonly<Record<string, Record<string, unknown>>> = {
  'POST /api/imports': { settles: undefined, joins: undefined, toWalletId: undefined, fromWalletId: undefined },
}

const today = () => dateInSaoPaulo(new Date())

/** The largest request that a route accepts, as far as its schema describes it. @param count the number of elements of its lists */
export function acceptedRequest(route: LimitedRoute, known: KnownValues, count: number, query = ''): WireRequest {
  const name = nameOf(route)
  if (name === ADDS_ATTACHMENT) return newAttachment(route, known)
  return {
    method: route.method,
    target: pathOf(route, known) + (query && `?${query}`),
    headers: writes(route) ? { 'Idempotency-Key': randomId() } : {},
    ...(route.body && { body: JSON.stringify(bodyOf(name, route.body, known, count)) }),
  }
}

/** Adds a receipt; it has to come before the requests that read and remove one. */
export const ADDS_ATTACHMENT = 'POST /api/transactions/:id/attachments'
const PDF = `%PDF-${'x'.repeat(1_000_000)}`

function newAttachment(route: LimitedRoute, known: KnownValues): WireRequest {
  const id = randomId()
  known.attachments.push(id)
  const query = new URLSearchParams({ id, name: 'ç'.repeat(200) }).toString()
  const headers = { 'Idempotency-Key': randomId(), 'Content-Type': 'application/pdf' }
  return { method: route.method, target: `${pathOf(route, known)}?${query}`, headers, body: PDF }
}

function bodyOf(name: string, schema: JsonSchema, known: KnownValues, count: number): unknown {
  const { $whole, ...fields } = exceptions[name]?.(known) ?? {}
  if ($whole !== undefined) return $whole
  const body = { ...(largestValue(schema, count) as Record<string, unknown>), ...fields }
  const changed = elementExceptions[name]
  if (!changed) return body
  const inList = (value: unknown) => (Array.isArray(value) ? value.map((each: object) => ({ ...each, ...changed })) : value)
  return Object.fromEntries(Object.entries(body).map(([field, value]) => [field, inList(value)]))
}

function pathOf(route: ApiRoute, known: KnownValues): string {
  const { method, path } = route
  const [, collection, rest = ''] = /^(.*?)\/:\w+(.*)$/.exec(path) ?? []
  if (collection === undefined) return path.replace('*', 'x')
  if (collection === '/api/months') return `${collection}/2024-12${rest}`
  if (collection.startsWith('/api/mei/')) return `${collection}/${today().slice(0, collection.endsWith('monthly-reports') ? 7 : 4)}`
  if (collection === '/api/data/restore') return `${collection}/${known.restoreId}`
  if (collection.endsWith('/attachments')) {
    // The last one is removed and brought back; it is also the first where one was enough to measure.
    const id = method === 'GET' ? known.attachments[0] : known.attachments.at(-1)
    return `${collection}/${id ?? randomId()}${rest}`
  }
  // Instalments, which restrict what can change, come first; the first wallet is the main one, the last a card.
  const isOfWallets = collection === '/api/wallets'
  const usual = nameOf(route) === 'PUT /api/recurrences/:id' || isOfWallets ? 'last' : 'first'
  const use = method === 'DELETE' && !isOfWallets ? 'delete' : /\/(restore|resume)$/.test(rest) ? 'bring back' : usual
  return `${collection}/${known.idIn(collection, use)}${rest}`
}

/** Accepted queries that ask for much. @param most the largest accepted value of each numeric parameter */
export function acceptedQueries({ query }: ApiRoute, most: Readonly<Record<string, number>>): string[] {
  const names = Object.keys(query)
  if (names.length === 0) return ['']
  const write = (values: Record<string, string>) => new URLSearchParams(values).toString()
  const numbers = Object.fromEntries(Object.entries(most).map(([name, value]) => [name, String(value)]))
  const span = { ...('from' in query && { from: '1970-01-01' }), ...('to' in query && { to: '2200-12-31' }) }
  const choices = names.flatMap((name) => (query[name]?.enum ?? []).map((choice) => write({ ...numbers, [name]: String(choice) })))
  const searches = ['ç '.repeat(100), 'a', '%'.repeat(200), '10'].flatMap((search) =>
    'search' in query ? write({ ...numbers, ...span, search }) : [],
  )
  const days = ['1970-01-01', '2200-12-31', today()].flatMap((date) => ('date' in query ? write({ date }) : []))
  return [...new Set([write(numbers), write({ ...numbers, ...span }), ...choices, ...searches, ...days])]
}

/** The numeric parameters of the query. */
export function numericParameters({ query }: ApiRoute): string[] {
  return Object.entries(query).flatMap(([name, { pattern }]) => (pattern?.startsWith('^\\d{1') ? name : []))
}
