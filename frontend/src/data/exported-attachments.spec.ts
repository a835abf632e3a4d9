/** @jest-environment node */
import { createHash } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'
import type { ExportedAttachment } from '@prumo/shared/attachments'
import { ApiError } from '../lib/api'
import type { Account } from './account'
import { fetchExportedFiles } from './exported-attachments'

const AHEAD = 4

const receipts = Array.from({ length: 9 }, (_, index) => {
  const sha256 = createHash('sha256').update(`receipt ${index}`).digest('hex')
  return { id: `${index}`, type: 'image/png', sha256 } as ExportedAttachment
})

/** An account whose requests take a moment. @param answerTo what differs of an answer */
function accountWith(answerTo: (id: string) => string | ApiError | undefined) {
  const server = { asked: [] as string[], underWay: 0, most: 0 }
  const getFile: Account['getFile'] = async (path) => {
    const id = path.split('/').at(-1) as string
    server.asked.push(id)
    server.most = Math.max(server.most, (server.underWay += 1))
    for (let left = Number(id) % 3; left >= 0; left--) await turn()
    server.underWay -= 1
    const answer = answerTo(id) ?? `receipt ${id}`
    if (answer instanceof ApiError) throw answer
    return new Blob([answer])
  }
  return { account: { getFile } as Account, server }
}

it('fetches a few receipts at the same time, counts each in its turn, and misses those that are gone or damaged', async () => {
  const { account, server } = accountWith((id) => (id === '2' ? new ApiError(404, 'NOT_FOUND', '') : id === '5' ? 'other' : undefined))
  const progress: number[] = []
  const { files, missing } = await fetchExportedFiles(account, receipts, new Map(), (done) => progress.push(done))
  expect(missing).toBe(2)
  expect([...files.keys()].toSorted().join('')).toBe('0134678')
  expect(await files.get('8')?.text()).toBe('receipt 8')
  expect(progress).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  expect(server.most).toBe(AHEAD)
})

it('goes on after a lost connection with what has not arrived', async () => {
  const fetched = new Map<string, Blob>()
  const cut = accountWith((id) => (id === '3' ? new ApiError(0, 'NETWORK', '') : undefined))
  await expect(fetchExportedFiles(cut.account, receipts, fetched, () => undefined)).rejects.toMatchObject({ code: 'NETWORK' })
  expect(cut.server.asked).toHaveLength(3 + AHEAD)
  // Those under way beside the failure arrive.
  while (fetched.size < cut.server.asked.length - 1) await turn()

  const { account, server } = accountWith(() => undefined)
  const progress: number[] = []
  const { files, missing } = await fetchExportedFiles(account, receipts, fetched, (done) => progress.push(done))
  expect(server.asked).toEqual(['3', '7', '8'])
  expect(progress).toEqual([6, 7, 8, 9])
  expect([files.size, missing]).toEqual([9, 0])
})
