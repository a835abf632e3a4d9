import { serveRequests } from '../../lib/worker-request'
import type { ColumnChoice } from './statement/mapped-table'
import { parseStatementFile } from './parsed-statement'

/** Reads files beside the page, which stays at hand meanwhile. The readers and what they are made of are in this chunk alone. */

export interface ParseStatementRequest {
  bytes: ArrayBuffer
  choices: Readonly<Record<string, ColumnChoice>>
}

serveRequests(({ bytes, choices }: ParseStatementRequest) => parseStatementFile(new Uint8Array(bytes), choices))
