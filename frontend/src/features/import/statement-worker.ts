import { serveRequests } from '../../lib/worker-request'
import { parseStatementFile, type ParseOptions } from './parsed-statement'

/** Parses files outside the main thread. Only this chunk imports the readers. */

export interface ParseStatementRequest extends ParseOptions {
  bytes: ArrayBuffer
}

serveRequests(({ bytes, ...options }: ParseStatementRequest) => parseStatementFile(new Uint8Array(bytes), options))
