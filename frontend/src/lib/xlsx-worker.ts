import type { Sheet } from './spreadsheet'
import { xlsxContent } from './xlsx-content'

/** Writes spreadsheets beside the page, which stays at hand meanwhile. What writes them is in this chunk alone. */

const page = self as unknown as Pick<Worker, 'postMessage' | 'addEventListener'>

page.addEventListener('message', ({ data }: MessageEvent<readonly Sheet[]>) => void tell(data).catch(failed))

async function tell(sheets: readonly Sheet[]): Promise<void> {
  page.postMessage(await xlsxContent(sheets), [])
}

/** Thrown again outside of any promise, the page hears of it as an error of the worker. */
function failed(failure: unknown): void {
  setTimeout(() => {
    throw failure
  })
}
