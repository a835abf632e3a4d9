import { fileURLToPath } from 'node:url'

/** The repository's root, without a trailing slash. */
export const repository = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '')
