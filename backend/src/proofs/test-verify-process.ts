import { setInterval } from 'node:timers'
import { logContents } from '../capabilities.js'
import { logReading } from '../event-store/log-reading.js'
import { verifyAccount } from '../event-store/verify/verify.js'
import { AccountKeys } from '../platform/crypto/account-keys.js'
import { openDatabase } from '../platform/database/open-database.js'

/**
 * Verifies an account in a process of its own, whose memory a test bounds; tells the verdict, the code of an outage
 * after which it tried again, and the most memory that was in use, in MB.
 */
const [url = '', masterKey = '', accountId = ''] = process.argv.slice(2)
const database = await openDatabase({ url })
const reading = logReading(logContents, new AccountKeys(Buffer.from(masterKey, 'hex')))
let most = 0
const look = () => void (most = Math.max(most, process.memoryUsage().heapUsed))
const looking = setInterval(look, 20)
let outage: unknown
const verify = () => verifyAccount(database, reading, accountId)
const { events, problem } = await verify().catch((error: { code?: string }) => {
  outage = error.code
  return verify()
})
look()
clearInterval(looking)
await database.close()
process.stdout.write(JSON.stringify({ events, problem, outage, most: Math.round(most / 1024 / 1024) }))
