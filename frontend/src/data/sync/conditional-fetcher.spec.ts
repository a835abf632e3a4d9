import { ASKS_HEADER, INCLUDED_HEADER, SEQ_HEADER } from '@prumo/shared/freshness'
import type { ApiResponse } from '../../lib/api'
import type { AnswerPosition } from './optimistic'
import { ConditionalFetcher } from './conditional-fetcher'

const KEY = '00000000-0000-4000-8000-000000000001'

let requests: { path: string; headers: Record<string, string> }[]
let answers: ApiResponse<unknown>[]
let commands: { waitingKeys: () => string[]; isDecided: (known: AnswerPosition) => boolean }
let fetcher: ConditionalFetcher

beforeEach(() => {
  requests = []
  answers = []
  commands = { waitingKeys: () => [], isDecided: () => true }
  const ask = async <T>(path: string, headers: Record<string, string>): Promise<ApiResponse<T>> => {
    requests.push({ path, headers })
    return answers.shift() as ApiResponse<T>
  }
  fetcher = new ConditionalFetcher(ask, { waitingKeys: () => commands.waitingKeys(), isDecided: (known) => commands.isDecided(known) })
})

function answer(seq: string | null, body: unknown, more: Record<string, string> = {}): ApiResponse<unknown> {
  return { status: 200, headers: new Headers({ ...(seq !== null && { [SEQ_HEADER]: seq }), ...more }), body }
}

it('returns the position that an answer reflects', async () => {
  answers = [answer('ab1.17, insights=12', ['x'])]
  expect(await fetcher.read('/goals')).toMatchObject({ log: 'ab1', seq: 17, included: {}, data: ['x'] })
})

it('rejects an answer without a position', async () => {
  answers = [answer(null, ['x'])]
  await expect(fetcher.read('/goals')).rejects.toMatchObject({ status: 502 })
})

it('revalidates a cached answer, of the same address only, until it is cleared', async () => {
  const same = { status: 304, headers: new Headers({ [SEQ_HEADER]: 'l.3' }), body: undefined }
  answers = [answer('l.3', ['x'], { ETag: 'W/"1"' }), same, answer('l.3', []), answer('l.3', ['x'])]
  const first = await fetcher.read('/goals')
  const again = await fetcher.read('/goals')
  expect(again).toMatchObject({ log: 'l', seq: 3 })
  expect(again.data).toBe(first.data)
  await fetcher.read('/tasks')
  fetcher.forget()
  await fetcher.read('/goals')
  expect(requests.map(({ headers }) => headers)).toEqual([{}, { 'If-None-Match': 'W/"1"' }, {}, {}])
})

it('names the commands that the server may have, and reuses the cached answer if it is unchanged', async () => {
  const same = { status: 304, headers: new Headers({ [SEQ_HEADER]: 'l.3', [INCLUDED_HEADER]: `${KEY}=no` }), body: undefined }
  answers = [answer('l.3', ['x'], { ETag: 'W/"1"' }), same, answer('l.4', ['y'], { [INCLUDED_HEADER]: `${KEY}=4` })]
  await fetcher.read('/goals')
  commands.waitingKeys = () => [KEY]
  expect(await fetcher.read('/goals')).toMatchObject({ log: 'l', seq: 3, included: { [KEY]: null }, data: ['x'] })
  expect(await fetcher.read('/goals')).toMatchObject({ seq: 4, included: { [KEY]: 4 }, data: ['y'] })
  const asking = { [ASKS_HEADER]: KEY, 'If-None-Match': 'W/"1"' }
  expect(requests.slice(1).map(({ headers }) => headers)).toEqual([asking, asking])
})

it('repeats a read while the answer leaves a sent command undecided, a limited number of times', async () => {
  answers = [answer('l.3', 1), answer('l.3', 2), answer('l.3', 3), answer('l.3', 4)]
  commands.isDecided = () => requests.length >= 2
  expect(await fetcher.read('/goals')).toMatchObject({ data: 2 })
  commands.isDecided = () => false
  answers = [answer('l.3', 5), answer('l.3', 6), answer('l.3', 7), answer('l.3', 8)]
  expect(await fetcher.read('/goals')).toMatchObject({ data: 7 })
})

it('takes a prefetched answer, unless it failed or leaves a command undecided', async () => {
  const early = () => ({ at: 1, answer: Promise.resolve(answer('l.2', 'early')) })
  expect(await fetcher.read('/goals', undefined, early())).toMatchObject({ at: 1, seq: 2, data: 'early' })
  answers = [answer('l.3', 'now'), answer('l.3', 'now')]
  expect(await fetcher.read('/goals', undefined, { at: 1, answer: Promise.reject(new Error('lost')) })).toMatchObject({ data: 'now' })
  commands.isDecided = ({ seq }) => seq > 2
  expect(await fetcher.read('/goals', undefined, early())).toMatchObject({ data: 'now' })
})
