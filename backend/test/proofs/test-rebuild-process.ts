import { logContents } from '@prumo/backend/composition/capabilities'
import { logReading } from '@prumo/backend/event-store/log-reading'
import { rebuild } from '@prumo/backend/event-store/rebuild/rebuild'
import { AccountKeys } from '@prumo/backend/platform/crypto/account-keys'
import { openDatabase } from '@prumo/backend/platform/database/open-database'

/** Rebuilds every read model in a process of its own, which a test kills: `ops rebuild` without its checks of the database. */
const [url = '', masterKey = ''] = process.argv.slice(2)
const database = await openDatabase({ url, patient: true })
const reading = logReading(logContents, new AccountKeys(Buffer.from(masterKey, 'hex')))
await rebuild(database, reading, reading.readModels.projections)
await database.close()
