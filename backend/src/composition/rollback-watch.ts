import { Logger } from '@nestjs/common'
import { notePosition } from '../event-store/stream/noted-position.js'
import type { Database } from '../platform/database/database.js'
import { logFacts } from '../platform/http/failures.js'

const EVERY_MS = 60_000

/** Records the log's progress at the start and every minute, and logs an error while the database is behind the record. */
export function watchForRollback(database: Database, dataDir: string): void {
  const logger = new Logger('log')
  const note = async () => {
    try {
      const noted = await notePosition(database, dataDir)
      if (noted) logger.error(noted, 'The database was put back to an earlier state: stop every process and run ops restored')
    } catch (failure) {
      logger.warn(logFacts(failure), 'How far the log has come cannot be noted; trying again in a minute')
    }
  }
  setInterval(() => void note(), EVERY_MS).unref()
  void note()
}
