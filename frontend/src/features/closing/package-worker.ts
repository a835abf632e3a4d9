import { buildXlsx } from '../../lib/xlsx-content'
import { BlobSink, ZipStream, type ZipSink } from '../../lib/zip-stream'
import type { PackedFile } from './month-package'

/** Writes a package off the main thread. Each message is answered before the next one is sent. */

/** To a chosen file, or to a blob without one. */
export type PackageMessage = { kind: 'begin'; file: FileSystemFileHandle | null } | { kind: 'add'; file: PackedFile } | { kind: 'end' }

/** The archive after the end, null where it went to a chosen file. */
export type PackageReply = { blob: Blob | null }

let zip: ZipStream | null = null
let blobSink: BlobSink | null = null
let chosen: FileSystemWritableFileStream | null = null

async function handle(message: PackageMessage): Promise<PackageReply> {
  switch (message.kind) {
    case 'begin':
      chosen = message.file ? await message.file.createWritable() : null
      blobSink = chosen ? null : new BlobSink()
      zip = new ZipStream(chosen ? writableSink(chosen) : (blobSink as BlobSink))
      return { blob: null }
    case 'add': {
      const { file } = message
      const bytes = 'bytes' in file ? file.bytes : new Uint8Array(await (await buildXlsx(file.sheets)).arrayBuffer())
      await zip?.add(file.path, bytes)
      return { blob: null }
    }
    case 'end':
      await zip?.end()
      await chosen?.close()
      return { blob: blobSink?.blob() ?? null }
  }
}

function writableSink(stream: FileSystemWritableFileStream): ZipSink {
  return { write: (bytes) => stream.write(bytes as Uint8Array<ArrayBuffer>) }
}

const scope = self as unknown as Pick<Worker, 'postMessage' | 'addEventListener'>
scope.addEventListener('message', ({ data }: MessageEvent<PackageMessage>) => {
  handle(data).then(
    (reply) => scope.postMessage(reply, []),
    // Outside of any promise, so that the page receives an error event of the worker.
    (failure: unknown) =>
      setTimeout(() => {
        throw failure
      }),
  )
})
