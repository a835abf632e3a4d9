import { Logger } from '@nestjs/common'
import { watchEpoch } from '../event-store/stream/epoch.js'
import type { LogReading } from '../event-store/log-reading.js'
import type { Database } from '../platform/database/database.js'

/** What a process ends with that another release has followed: its supervisor starts that one, where it stands ready. */
const OUTDATED_CODE = 75

/** Ends the process in good order once the database is in another release's epoch, because nothing of its own is accepted any more. */
export function stopWhenOutdated(database: Database, { epoch }: LogReading, stop: (code: number) => void): void {
  watchEpoch(database, epoch, (epochs) => {
    new Logger('release').error(epochs, 'Another release has taken over the log: this process ends')
    stop(OUTDATED_CODE)
  })
}
