import type { Migration } from '../platform/database/migrate.js'
import { Baseline1765000000000 } from './baseline.migration.js'

/** Every migration, oldest first. Read models are not included, because they are built from the log. */
export const migrations: [baseline: Migration, ...later: Migration[]] = [Baseline1765000000000]
