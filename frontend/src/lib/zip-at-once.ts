import { zipSync, type Zippable } from 'fflate/browser'

/**
 * Replaces `fflate`, which would zip in workers made from strings; the content security policy forbids those. Callers already run
 * in a worker.
 */
export { strToU8, zipSync } from 'fflate/browser'

export function zip(files: Zippable, done: (failure: Error | null, archive: Uint8Array) => void): void {
  done(null, zipSync(files))
}
