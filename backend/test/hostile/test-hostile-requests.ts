import { attachmentTypes } from '@prumo/shared/attachment-rules'
import { hostileJson, hostileNames, hostileText, plausible } from './test-hostile-values.js'
import type { SeededRandom } from './test-random.js'
import type { ApiRoute } from './test-route-table.js'

/** What the sender knows of the data, so that some requests pass authentication and find entities. */
export interface HostileFacts {
  /** A token that is valid now. */
  token: () => string
  /** Ids of entities, of the sender's account and of another. */
  ids: readonly string[]
  cursors: readonly string[]
  keys: readonly string[]
}

export interface HostileRequest {
  method: string
  /** As in the request line. */
  target: string
  bytes: Buffer
  /** The request breaks HTTP itself, or exceeds a limit, so that the connection may be closed without an answer. */
  mayClose: boolean
}

type RawHeader = [name: string, value: string]

/** A request that no client of the product would send: a plausible one with one or more faults. */
export function hostileRequest(routes: readonly ApiRoute[], known: HostileFacts, random: SeededRandom): HostileRequest {
  const route = random.pick(routes)
  let method = route.method
  let target = pathOf(route, known, random) + queryOf(route, known, random)
  const headers: RawHeader[] = [
    ['Host', 'localhost'],
    ['Connection', 'close'],
  ]
  const takesReceipt = route.method === 'POST' && route.path.endsWith('/attachments')
  let body = takesReceipt ? receiptOf(random) : route.body ? bodyOf(route, known, random) : Buffer.alloc(0)
  let mayClose = false

  headers.push(...authorisation(known, random), ...conditions(known, random))
  if (random.chance(0.04)) method = random.pick(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY'])
  if (random.chance(0.05)) body = bodyOf(random.pick(routes), known, random)
  if (body.length > 0 || random.chance(0.3))
    headers.push(['Content-Type', takesReceipt && random.chance(0.8) ? random.pick(attachmentTypes) : contentType(random)])
  if (body.length > 100_000) mayClose = true
  if (random.chance(0.03)) headers.push(random.pick(oddHeaders))
  if (random.chance(0.03)) target = brokenTarget(target, random)

  let length: RawHeader[] = body.length > 0 || !['GET', 'HEAD'].includes(method) ? [['Content-Length', String(body.length)]] : []
  if (random.chance(0.02)) {
    mayClose = true
    if (random.chance(0.5)) {
      length = [['Transfer-Encoding', 'chunked']]
      body = Buffer.from(random.pick(['zz\r\n\r\n', '5\r\nab', '-1\r\n\r\n', 'ffffffffffffffff\r\n{}', '2\r\n{}\r\n0\r\n\r\n']))
    } else {
      const wrong = random.pick(['-1', '1e3', '0x10', ' ', `${body.length}, ${body.length}`, String(body.length + 7)])
      length = [['Content-Length', wrong]]
    }
  }
  if (random.chance(0.02)) {
    mayClose = true
    method = random.pick(['get', 'FOO', 'CONNECT', 'G ET', 'GET\u0000', ''])
  }
  if (random.chance(0.02)) {
    mayClose = true
    headers.push(random.pick(brokenHeaders))
  }
  const head = [`${method} ${target} HTTP/1.1`, ...[...headers, ...length].map(([name, value]) => `${name}: ${value}`)].join('\r\n')
  // HTTP allows neither blanks nor characters outside ASCII in a target.
  if (!/^[\x21-\x7e]*$/.test(target)) mayClose = true
  return { method, target, bytes: Buffer.concat([Buffer.from(`${head}\r\n\r\n`, 'latin1'), body]), mayClose }
}

const oddHeaders: readonly RawHeader[] = [
  ['X-Forwarded-For', "203.0.113.1, '; drop table nothing, ::ffff:1.2.3.4, x"],
  ['X-Forwarded-Host', 'evil.example'],
  ['Forwarded', 'for="_evil";proto=https'],
  ['Content-Encoding', 'gzip'],
  ['Expect', '100-continue'],
  ['Expect', 'the worst'],
  ['Upgrade', 'websocket'],
  ['Accept', 'application/xml;q=1, */*;q=NaN'],
  ['Accept-Encoding', 'br;q=x, \u00ff'],
  ['Accept-Version', '9.9.9'],
  ['Range', 'bytes=-1,0-,9-1'],
  ['If-None-Match', '*'],
  ['If-Modified-Since', 'never'],
  ['Cookie', `a=${'b'.repeat(2_000)}; __proto__=1`],
  ['Host', ''],
  ['X', 'x'.repeat(9_000)],
]

const brokenHeaders: readonly RawHeader[] = [
  ['Bad Name', 'x'],
  ['', 'x'],
  ['X', 'a\r\nTransfer-Encoding: chunked'],
  ['X', 'a\nb'],
  ['X', '\u0000'],
  ['X', 'x'.repeat(20_000)],
  ['Content-Length', '3'],
]

function authorisation(known: HostileFacts, random: SeededRandom): RawHeader[] {
  if (random.chance(0.85)) return [['Authorization', `Bearer ${known.token()}`]]
  const token = known.token()
  const [head, , signature] = token.split('.')
  const forged = Buffer.from(JSON.stringify({ sub: random.pick(known.ids), sid: random.pick(known.ids), exp: 1e12 })).toString('base64url')
  const value = random.pick([
    '',
    'Bearer',
    'Bearer ',
    'Bearer x',
    `Basic ${token}`,
    `Bearer ${token}x`,
    `Bearer ${token} ${token}`,
    `Bearer ${head}.${forged}.${signature}`,
    `Bearer ${Buffer.from('{"alg":"none"}').toString('base64url')}.${forged}.`,
    `Bearer ${'a.'.repeat(3_000)}`,
    'Bearer \u00ff\u00fe',
    `Bearer ${'['.repeat(500)}.e30.x`,
  ])
  return value === ''
    ? []
    : random.chance(0.1)
      ? [
          ['Authorization', value],
          ['Authorization', `Bearer ${token}`],
        ]
      : [['Authorization', value]]
}

function conditions(known: HostileFacts, random: SeededRandom): RawHeader[] {
  const headers: RawHeader[] = []
  if (random.chance(0.3)) {
    const key = random.chance(0.6)
      ? random.pick(known.keys)
      : random.pick([random.uuid(), 'x', '', '-'.repeat(36), `${random.uuid()}0`, `{${random.uuid()}}`, 'a'.repeat(2_000), '\u00e9'])
    headers.push(['Idempotency-Key', key])
    if (random.chance(0.05)) headers.push(['Idempotency-Key', random.pick(known.keys)])
  }
  if (random.chance(0.2)) {
    headers.push([
      'If-Match',
      random.pick([
        '*',
        '"1"',
        '"2"',
        '"0"',
        '"-1"',
        'W/"1"',
        '1',
        '""',
        '"1", "2"',
        '"999999999"',
        '"9999999999999"',
        '"1e3"',
        '"\u00ff"',
        'x'.repeat(500),
      ]),
    ])
    if (random.chance(0.05)) headers.push(['If-Match', '"1"'])
  }
  if (random.chance(0.2)) {
    const keys = Array.from({ length: random.below(22) }, () =>
      random.chance(0.9) ? random.pick(known.keys) : random.pick(['x', '', '-'.repeat(36), '\u00e9']),
    )
    headers.push(['Prumo-Asks', keys.join(random.pick([',', ', ', ';', ',,', '=']))])
    if (random.chance(0.1)) headers.push(['Prumo-Asks', random.pick(known.keys)])
  }
  if (random.chance(0.1))
    headers.push([
      'Prumo-Min-Seq',
      random.pick([
        '1f.3',
        'zz.999999999999999',
        '1f',
        '.1',
        '1f.-1',
        '1f.1e9',
        '1f.1, insights=1',
        '',
        '\u00ff.1',
        'a'.repeat(5_000),
        `${'1'.repeat(400)}.1`,
      ]),
    ])
  if (random.chance(0.1))
    headers.push([
      'If-None-Match',
      random.pick(['*', '"x"', 'W/"x.insights"', 'W/"..."', 'x', '"', `"a"${', "a"'.repeat(2_000)}`, 'W/"\u00ff"', '"a" "b"']),
    ])
  return headers
}

function contentType(random: SeededRandom): string {
  if (random.chance(0.9)) return 'application/json'
  return random.pick([
    'application/json; charset=utf-8',
    'application/json; charset=utf-16',
    'APPLICATION/JSON',
    'application/json;',
    'application/json; charset="',
    'application/json, text/html',
    'text/plain',
    'text/json',
    'application/xml',
    'application/problem+json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    '*/*',
    'a',
    '/',
    ';',
    'application/\u00ff',
  ])
}

function pathOf({ path }: ApiRoute, known: HostileFacts, random: SeededRandom): string {
  const one = () => {
    if (random.chance(0.75)) return random.pick(known.ids)
    if (random.chance(0.3))
      return random.pick([
        '%',
        '%zz',
        '%c0%af',
        '%00',
        '%ff',
        '..',
        '.',
        '%2e%2e%2f',
        '%2f',
        'a'.repeat(101),
        'a'.repeat(4_000),
        '__proto__',
        ':id',
        '*',
        ';a=b',
        '%0d%0aX-Evil:%201',
        '%u0041',
      ])
    return encodeURIComponent(
      hostileText(random)
        .replace(/\p{Surrogate}/gu, '')
        .slice(0, 300),
    )
  }
  return path.replace(/:\w+|\*/g, one)
}

function queryOf({ query }: ApiRoute, known: HostileFacts, random: SeededRandom): string {
  const names = Object.keys(query)
  if (names.length === 0 && random.chance(0.9)) return ''
  const parts: string[] = []
  for (const name of names) {
    if (!random.chance(0.35)) continue
    parts.push(`${name}=${queryValue(name, query[name] ?? {}, known, random)}`)
    // Duplicates, and several spellings of a parameter.
    if (random.chance(0.1)) parts.push(`${name}=${queryValue(name, query[name] ?? {}, known, random)}`)
    if (random.chance(0.05)) parts.push(`${name}${random.pick(['[]', '[a]', '[__proto__]', '.x'])}=1`)
  }
  if (random.chance(0.1))
    parts.push(
      random.pick([
        '__proto__=1',
        '__proto__[a]=1',
        'constructor=1',
        'constructor.prototype=1',
        '&&&',
        '=',
        '%=%',
        '%00=%00',
        'a=%',
        `a=${'b'.repeat(4_000)}`,
        '?',
        ';;',
        '\u00ff=1',
      ]),
    )
  return parts.length > 0 ? `?${parts.join('&')}` : ''
}

function queryValue(name: string, schema: ApiRoute['query'][string], known: HostileFacts, random: SeededRandom): string {
  if (name === 'cursor' && random.chance(0.9)) return encodeURIComponent(cursor(known, random))
  if (random.chance(0.4)) return encodeURIComponent(String(name === 'limit' ? random.below(600) : plausible(schema, random, known.ids)))
  if (random.chance(0.2))
    return random.pick(['%', '%zz', '%c0%af', '%ff%fe', '%ed%a0%80', '+', '%2500', '1e3', '0x10', '-0', '٣', '１', '%F0%9F%91%8D'])
  return encodeURIComponent(
    hostileText(random)
      .replace(/\p{Surrogate}/gu, '')
      .slice(0, 600),
  )
}

function cursor(known: HostileFacts, random: SeededRandom): string {
  const real = random.pick(known.cursors)
  if (random.chance(0.2)) return real
  if (random.chance(0.2))
    return (
      real.slice(0, random.below(real.length)) + random.pick(['', '=', 'A', '_', '%', '\u0000']) + real.slice(random.below(real.length))
    )
  const part = () =>
    JSON.parse(random.chance(0.5) ? JSON.stringify(hostileText(random).slice(0, 60)) : '"2026-11-20T10:00:00.000Z"') as unknown
  const place = random.pick([
    [part(), part(), part()],
    ['2026-13-45', '2026-11-20T10:00:00.000Z', random.uuid()],
    ['2026-11-20', '2026-11-20T99:99:99.999Z', random.uuid()],
    ['2026-11-20', '2026-11-20T10:00:00.000Z', '-'.repeat(36)],
    part(),
    1e15,
    -1,
    9e99,
    null,
  ])
  return Buffer.from(JSON.stringify(place)).toString('base64url')
}

/** The bytes of a receipt, or of something that only begins like one. */
function receiptOf(random: SeededRandom): Buffer {
  const beginning = random.pick(['\u0089PNG\r\n\u001a\n', '\u00ff\u00d8\u00ff', '%PDF-', 'RIFF0000WEBP', '<?xml ', '<svg>', '', '\u0000'])
  return Buffer.concat([
    Buffer.from(beginning, 'latin1'),
    Buffer.alloc(random.below(random.chance(0.1) ? 600_000 : 400), random.below(256)),
  ])
}

function bodyOf({ body: schema }: ApiRoute, known: HostileFacts, random: SeededRandom): Buffer {
  const fields = Object.entries(plausible(schema ?? { type: 'object' }, random, known.ids) as object).map(
    ([name, value]): [string, string] => [name, JSON.stringify(value)],
  )
  const written = () => `{${fields.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`
  const any = () => random.below(Math.max(1, fields.length))
  for (let changes = random.below(3); changes > 0; changes--) {
    const at = any()
    const what = random.below(5)
    if (what === 0) fields.splice(at, 1)
    else if (what === 1) fields.splice(at, 0, [random.pick(hostileNames), hostileJson(random)])
    else if (what === 2 && fields[at]) fields.push([fields[at][0], hostileJson(random)])
    else if (fields[at]) fields[at] = [fields[at][0], hostileJson(random)]
  }
  const text = written()
  if (random.chance(0.85)) return Buffer.from(text)
  const cut = random.below(text.length)
  return random.pick([
    () => Buffer.from(hostileJson(random)),
    () => Buffer.from(`[${text}]`),
    () => Buffer.from(text.slice(0, cut)),
    () => Buffer.from(`${text}${text}`),
    () => Buffer.from(`\ufeff${text}`),
    () => Buffer.from(text, 'utf16le'),
    () => Buffer.concat([Buffer.from(text.slice(0, cut)), Buffer.from([0xff, 0xc0, 0xaf, 0xed, 0xa0, 0x80]), Buffer.from(text.slice(cut))]),
    () => Buffer.from(text.replace(/"/g, "'")),
    () => Buffer.from(text.replace(/:/, ':NaN,"x":')),
    () => Buffer.from(`${text.slice(0, -1)}${fields.length ? ',' : ''}"x":"${'y'.repeat(random.pick([90_000, 102_400, 250_000]))}"}`),
    () => Buffer.from(manyThings(random)),
    () => Buffer.from(random.pick(['', ' ', '\r\n', 'null', '"', '\u0000', '{', '}', '[', '{"a"', 'undefined', '--', '<a/>', 'a=b&c=d'])),
  ])()
}

/**
 * Bodies that are cheap to send and expensive to check if the check is unbounded: deep nesting, many names, many small elements.
 */
function manyThings(random: SeededRandom): string {
  const count = random.pick([50, 101, 1_000, 6_000])
  const each = (thing: (index: number) => string) => Array.from({ length: count }, (_, index) => thing(index)).join(',')
  return random.pick([
    () => `{${each((index) => `"n${index}":${index}`)}}`,
    () => `{"rows":[${each((index) => `{"n${index}":1}`)}]}`,
    () => `[${each(() => '{}')}]`,
    () => `{"rows":[${each(() => '[]')}],"transactions":[${each(() => '{}')}]}`,
    () => `{"a":${'[{"a":'.repeat(count)}1${'}]'.repeat(count)}}`,
    () => `{"rows":[${each((index) => `{"id":"${index}","__proto__":{"n${index}":[{}]}}`)}]}`,
  ])()
}

function brokenTarget(target: string, random: SeededRandom): string {
  return random.pick([
    () => target.replace('/api/', '/API/'),
    () => target.replace('/api/', '//api//'),
    () => target.replace('/api/', '/api/../api/'),
    () => target.replace('/api/', '/api/%2e%2e/'),
    () => `${target}/`,
    () => `${target}%`,
    () => `${target}#x`,
    () => `http://localhost${target}`,
    () => `${target}?a=1?b=2`,
    () => '*',
    () => `/${'a/'.repeat(2_000)}`,
    () => `${target}/${'%61'.repeat(1_500)}`,
    () => `${target} HTTP/1.0\r\nX-Evil: 1`,
    () => `${target}\u00ff`,
    () => `${target}\t`,
    () =>
      random.pick([
        '/api',
        '/api?',
        '/api/',
        '/api/docs/../../etc/passwd',
        '/api/docs/%2e%2e%2fpackage.json',
        '/api/docs/\\..\\',
        '/apiary',
        '/',
        '/?',
        '/api/nowhere',
        '/api/transactions/',
        '',
      ]),
  ])()
}
