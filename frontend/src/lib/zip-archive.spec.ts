import fc from 'fast-check'
import { unzipSync, zipSync } from 'fflate/browser'
import { readZip } from './zip-archive'
import { BlobSink, ZipStream } from './zip-stream'

const contents = fc.dictionary(fc.stringMatching(/^[a-z0-9/.-]{1,20}$/), fc.uint8Array({ maxLength: 300 }), { noNullPrototype: true })
const bytesOf = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer())

async function write(files: Readonly<Record<string, Uint8Array>>): Promise<Blob> {
  const packed = new BlobSink()
  const archive = new ZipStream(packed)
  for (const [name, bytes] of Object.entries(files)) await archive.add(name, bytes)
  await archive.end()
  return packed.blob()
}

const inOrder = (files: Readonly<Record<string, Iterable<number>>>) =>
  Object.entries(files)
    .map(([name, bytes]) => [name, ...bytes].join(' '))
    .toSorted()

it('writes what any program unpacks, and reads it', async () => {
  await fc.assert(
    fc.asyncProperty(contents, async (files) => {
      const archive = await write(files)
      expect(inOrder(unzipSync(await bytesOf(archive)))).toEqual(inOrder(files))
      const entries = await readZip(archive)
      const read = await Promise.all([...entries!].map(async ([name, entry]) => [name, await bytesOf(await entry.read())] as const))
      expect(inOrder(Object.fromEntries(read))).toEqual(inOrder(files))
    }),
    { numRuns: 30 },
  )
})

it('reads no file that is no archive, and refuses a damaged entry', async () => {
  expect(await readZip(new Blob(['{"format":2}']))).toBeNull()
  const bytes = await bytesOf(await write({ 'a.txt': Uint8Array.from([1, 2, 3, 4]) }))
  bytes[36] = 9
  const entries = await readZip(new Blob([bytes]))
  await expect(entries?.get('a.txt')?.read()).rejects.toThrow('damaged')
})

it('finds the entries of an archive that was packed again', async () => {
  const packed = new Blob([Uint8Array.from(zipSync({ 'pasta/a.txt': new Uint8Array(5_000) }))])
  const entry = (await readZip(packed))?.get('pasta/a.txt')
  expect(entry?.size).toBe(5_000)
})
