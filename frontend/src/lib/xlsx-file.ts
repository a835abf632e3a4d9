import type { Worksheet } from './spreadsheet'
import { requestFromWorker } from './worker-request'

/**
 * Writes worksheets as an XLSX file in a worker.
 * @throws if the worker does not start, as offline on a device that never loaded it
 */
export function createXlsxFile(sheets: readonly Worksheet[]): Promise<Blob> {
  return requestFromWorker(new Worker(new URL('./xlsx-worker.ts', import.meta.url), { type: 'module' }), sheets)
}
