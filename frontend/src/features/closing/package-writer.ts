import type { PackedFile } from './month-package'
import type { PackageMessage, PackageReply } from './package-worker'

/** A file that the browser lets the page write to, if it does. */
export type FilePicker = (options: {
  suggestedName: string
  types: { accept: Record<string, string[]> }[]
}) => Promise<FileSystemFileHandle>

/** Asks where to save, where the browser streams to disk. @returns null where it cannot; undefined if the person gave up */
export async function chooseFile(name: string): Promise<FileSystemFileHandle | null | undefined> {
  const { showSaveFilePicker } = window as unknown as { showSaveFilePicker?: FilePicker }
  if (!showSaveFilePicker) return null
  try {
    return await showSaveFilePicker({ suggestedName: name, types: [{ accept: { 'application/zip': ['.zip'] } }] })
  } catch (failure) {
    if (failure instanceof DOMException && failure.name === 'AbortError') return undefined
    return null
  }
}

/**
 * Writes the files of a package in a worker, one at a time, so that memory holds few.
 * @returns the archive; null where it went to the chosen file
 * @throws the signal's reason when it is stopped
 */
export async function writePackage(
  files: AsyncIterable<PackedFile>,
  file: FileSystemFileHandle | null,
  onFile: (path: string) => void,
  signal: AbortSignal,
): Promise<Blob | null> {
  const worker = new Worker(new URL('./package-worker.ts', import.meta.url), { type: 'module' })
  const ask = (message: PackageMessage, transfer: Transferable[] = []) =>
    new Promise<PackageReply>((resolve, reject) => {
      worker.addEventListener('message', ({ data }: MessageEvent<PackageReply>) => resolve(data), { once: true })
      worker.addEventListener('error', () => reject(new Error('The worker failed')), { once: true })
      worker.postMessage(message, transfer)
    })
  try {
    await ask({ kind: 'begin', file })
    for await (const each of files) {
      signal.throwIfAborted()
      await ask({ kind: 'add', file: each }, 'bytes' in each ? [each.bytes.buffer as ArrayBuffer] : [])
      onFile(each.path)
    }
    signal.throwIfAborted()
    return (await ask({ kind: 'end' })).blob
  } finally {
    worker.terminate()
  }
}
