import type { Worksheet } from './spreadsheet'
import { requestFromWorker } from './worker-request'

/**
 * Writes sheets as an XLSX file, in a worker of its own.
 * @throws where the worker does not start: without a connection, on a device that never made one
 */
export function createXlsxFile(sheets: readonly Worksheet[]): Promise<Blob> {
  return requestFromWorker(new Worker(new URL('./xlsx-worker.ts', import.meta.url), { type: 'module' }), sheets)
}
