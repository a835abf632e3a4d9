import { Access1763700100000 } from './access/access.migration.js'
import { Demo1763700300000 } from './demo/demo.migration.js'
import { EventLog1763600000000 } from './event-store/log/event-log.migration.js'
import { PasswordResets1763700200000 } from './passwords/password-resets.migration.js'
import { Throttling1763700000000 } from './platform/throttling/throttling.migration.js'

/** Every migration, oldest first; read models are not here, because they are made from the log. */
export const migrations = [EventLog1763600000000, Throttling1763700000000, Access1763700100000, PasswordResets1763700200000, Demo1763700300000]
