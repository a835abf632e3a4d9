import type { Sheet } from './spreadsheet'
import { askWorker } from './worker-answers'

/**
 * Writes sheets as an XLSX file, in a worker of its own.
 * @throws where the worker does not start: without a connection, on a device that never made one
 */
export function xlsxOf(sheets: readonly Sheet[]): Promise<Blob> {
  return askWorker(new Worker(new URL('./xlsx-worker.ts', import.meta.url), { type: 'module' }), sheets)
}
