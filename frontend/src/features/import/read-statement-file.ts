import { requestFromWorker } from '../../lib/worker-request'
import { LARGEST_FILE } from './file-limits'
import type { ParseStatementRequest } from './statement-worker'
import type { ParsedFile, ParseOptions } from './parsed-statement'

/** The result of reading a file, or the reason why it failed. */
export type FileReadResult = ParsedFile | { kind: 'too-large' } | { kind: 'unreadable' }

/** Reads a file in a worker. */
export async function readStatementFile(file: File, options: ParseOptions): Promise<FileReadResult> {
  if (file.size > LARGEST_FILE) return { kind: 'too-large' }
  try {
    return await parseInWorker({ bytes: await file.arrayBuffer(), ...options })
  } catch {
    // The file was moved or deleted, or the worker did not start.
    return { kind: 'unreadable' }
  }
}

function parseInWorker(request: ParseStatementRequest): Promise<ParsedFile> {
  return requestFromWorker(new Worker(new URL('./statement-worker.ts', import.meta.url), { type: 'module' }), request, [request.bytes])
}
