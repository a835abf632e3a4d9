import { requestFromWorker } from '../../lib/worker-request'
import { LARGEST_FILE } from './file-limits'
import type { ParseStatementRequest } from './statement-worker'
import type { ParsedFile, ParseOptions } from './parsed-statement'

/** What a file came to, or why it was not read. */
export type FileReadResult = ParsedFile | { kind: 'too-large' } | { kind: 'unreadable' }

/** Reads a file in a worker of its own. */
export async function readStatementFile(file: File, options: ParseOptions): Promise<FileReadResult> {
  if (file.size > LARGEST_FILE) return { kind: 'too-large' }
  try {
    return await parseInWorker({ bytes: await file.arrayBuffer(), ...options })
  } catch {
    // It was moved or taken away meanwhile, or the worker did not start.
    return { kind: 'unreadable' }
  }
}

function parseInWorker(request: ParseStatementRequest): Promise<ParsedFile> {
  return requestFromWorker(new Worker(new URL('./statement-worker.ts', import.meta.url), { type: 'module' }), request, [request.bytes])
}
