import type { ColumnChoice } from './statement/mapped-table'
import { toldFile } from './told-file'

/** Reads files beside the page, which stays at hand meanwhile. The readers and what they are made of are in this chunk alone. */

export interface Asked {
  bytes: ArrayBuffer
  choices: Readonly<Record<string, ColumnChoice>>
}

const page = self as unknown as Pick<Worker, 'postMessage' | 'addEventListener'>

page.addEventListener('message', ({ data }: MessageEvent<Asked>) => void tell(data).catch(failed))

async function tell({ bytes, choices }: Asked): Promise<void> {
  page.postMessage(await toldFile(new Uint8Array(bytes), choices), [])
}

/** Thrown again outside of any promise, the page hears of it as an error of the worker. */
function failed(failure: unknown): void {
  setTimeout(() => {
    throw failure
  })
}
