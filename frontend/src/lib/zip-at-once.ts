import { zipSync, type Zippable } from 'fflate/browser'

/**
 * Stands for `fflate` where files are zipped: by itself it would start workers from texts, which the page's policy forbids.
 * Whoever zips is in a worker already.
 */
export { strToU8, zipSync } from 'fflate/browser'

export function zip(files: Zippable, done: (failure: Error | null, archive: Uint8Array) => void): void {
  done(null, zipSync(files))
}
