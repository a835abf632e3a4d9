import { logContents } from '../capabilities.js'
import { logReading } from '../event-store/log-reading.js'
import { rebuild } from '../event-store/projection/rebuild.js'
import { AccountKeys } from '../platform/crypto/account-keys.js'
import { openDatabase } from '../platform/database/open-database.js'

/** Makes every read model again in a process of its own, for a test to kill: `ops rebuild` without its demands on the database. */
const [url = '', masterKey = ''] = process.argv.slice(2)
const database = await openDatabase({ url, patient: true })
const reading = logReading(logContents, new AccountKeys(Buffer.from(masterKey, 'hex')))
await rebuild(database, reading, reading.readModels.projections)
await database.close()
