import { requestFromWorker } from '../../lib/worker-request'
import { LARGEST_FILE } from './file-limits'
import type { ColumnChoice } from './statement/mapped-table'
import type { Asked } from './statement-worker'
import type { ToldFile } from './told-file'

/** What a file came to, or why it was not read. */
export type FileReading = ToldFile | { kind: 'too-large' } | { kind: 'unreadable' }

/** Reads a file in a worker of its own. @param choices of columns, by the header's name */
export async function readFile(file: File, choices: Readonly<Record<string, ColumnChoice>>): Promise<FileReading> {
  if (file.size > LARGEST_FILE) return { kind: 'too-large' }
  try {
    return await readApart({ bytes: await file.arrayBuffer(), choices })
  } catch {
    // It was moved or taken away meanwhile, or the worker did not start.
    return { kind: 'unreadable' }
  }
}

function readApart(asked: Asked): Promise<ToldFile> {
  return requestFromWorker(new Worker(new URL('./statement-worker.ts', import.meta.url), { type: 'module' }), asked, [asked.bytes])
}
