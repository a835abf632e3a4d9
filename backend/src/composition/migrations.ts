import { Baseline1765000000000 } from './baseline.migration.js'

/** Every migration, oldest first; read models are not here, because they are made from the log. */
export const migrations = [Baseline1765000000000]
