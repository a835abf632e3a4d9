import { Logger } from '@nestjs/common'
import { watchEpoch } from '../event-store/stream/epoch.js'
import type { LogReading } from '../event-store/log-reading.js'
import type { Database } from '../platform/database/database.js'

/** Exit code when another release has taken over: the supervisor then starts that release if it is installed. */
const OUTDATED_CODE = 75

/** Shuts the process down once the database is in another release's epoch, because all its appends would be refused. */
export function stopWhenOutdated(database: Database, { epoch }: LogReading, stop: (code: number) => void): void {
  watchEpoch(database, epoch, (epochs) => {
    new Logger('release').error(epochs, 'Another release has taken over the log: this process ends')
    stop(OUTDATED_CODE)
  })
}
