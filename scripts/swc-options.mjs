import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repository } from './repository.mjs'

/**
 * The compiler options that decorators, Nest and TypeORM (which reads class names) need. Nest's own CLI reads the same file,
 * so that the watcher, the build and the tests compile alike.
 */
export const swcOptions = { ...JSON.parse(readFileSync(join(repository, '.swcrc'), 'utf8')), swcrc: false }
