import { setInterval } from 'node:timers'
import { logContents } from '@prumo/backend/composition/capabilities'
import { logReading } from '@prumo/backend/event-store/log-reading'
import { verifyAccount } from '@prumo/backend/event-store/verify/verify'
import { AccountKeys } from '@prumo/backend/platform/crypto/account-keys'
import { openDatabase } from '@prumo/backend/platform/database/open-database'

/**
 * Verifies an account in a process of its own, whose memory a test limits. Prints the verdict, the code of an outage after
 * which it tried again, and the peak of used memory in MB.
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
