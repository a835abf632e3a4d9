import { serveRequests } from '../../lib/worker-request'
import { parseStatementFile, type ParseOptions } from './parsed-statement'

/** Reads files beside the page, which stays at hand meanwhile. The readers and what they import are in this chunk alone. */

export interface ParseStatementRequest extends ParseOptions {
  bytes: ArrayBuffer
}

serveRequests(({ bytes, ...options }: ParseStatementRequest) => parseStatementFile(new Uint8Array(bytes), options))
