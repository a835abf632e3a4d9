import { answerPage } from '../../lib/worker-answers'
import type { ColumnChoice } from './statement/mapped-table'
import { toldFile } from './told-file'

/** Reads files beside the page, which stays at hand meanwhile. The readers and what they are made of are in this chunk alone. */

export interface Asked {
  bytes: ArrayBuffer
  choices: Readonly<Record<string, ColumnChoice>>
}

answerPage(({ bytes, choices }: Asked) => toldFile(new Uint8Array(bytes), choices))
