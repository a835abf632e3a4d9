import type { Sheet } from './spreadsheet'

/**
 * Writes sheets as an XLSX file, in a worker of its own.
 * @throws where the worker does not start: without a connection, on a device that never made one
 */
export function xlsxOf(sheets: readonly Sheet[]): Promise<Blob> {
  const worker = new Worker(new URL('./xlsx-worker.ts', import.meta.url), { type: 'module' })
  return new Promise<Blob>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<Blob>) => resolve(data))
    worker.addEventListener('error', () => reject(new Error('The spreadsheet was not written')))
    worker.postMessage(sheets, [])
  }).finally(() => worker.terminate())
}
