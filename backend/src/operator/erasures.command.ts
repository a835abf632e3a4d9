import { eraseAccount } from '../account-data/account-ending.js'
import { erasureListFile, readErasures, type Erasure, type ErasureList } from '../account-data/erasure-list.js'
import { WritePath } from '../event-store/write-path/write-path.js'
import { ACCOUNT_ERASED } from '../event-store/stream/event.js'
import { isoText } from '../event-store/stream/read-stream.js'
import { reasonOf } from '../event-store/verify/log-difference.js'
import { isLost } from '../platform/database/sqlstate.js'
import { exitCodes, operatorCommand, type OperatorCall } from './operator.js'

/** `ops erasures`: lists the erased accounts, and erases them again after an older backup was restored. */
export const erasuresCommand = operatorCommand<{ apply?: string | true }>({
  name: 'erasures',
  description:
    'The accounts that were erased, one a line; keep the list outside of the database; with --apply, 1 when some could not be erased or a line cannot be read',
  // An erasure is an ordinary command and needs the rights of `app`; listing needs those of the operator.
  as: ({ apply }) => (apply === undefined ? 'ops' : 'app'),
  options: (command) =>
    command.option(
      '--apply [file]',
      "erase the accounts of such a list again, of the data folder's where none is named: after an older backup was restored",
    ),
  async run(call, { apply }) {
    if (apply !== undefined)
      await reapplyErasures(call, await readErasures(apply === true ? erasureListFile(call.settings.dataDir) : apply))
    else for (const erased of await call.database.rows<Erasure>(ERASED, [ACCOUNT_ERASED])) call.print(erased, () => JSON.stringify(erased))
  },
})

const ERASED = {
  text: `
    select e.account_id as "accountId", ${isoText('e.recorded_at')} as "erasedAt"
    from account_heads h join events e on e.account_id = h.account_id and e.seq = h.seq
    where e.type = $1 order by e.recorded_at, e.account_id`,
}

const THERE = {
  text: `
    select account_id as id from account_heads where account_id = any($1::uuid[])
    union select account_id from account_keys where account_id = any($1::uuid[])`,
}
const LAST_TYPE = { text: 'select type from events where account_id = $1 order by seq desc limit 1' }

/** The accounts with any rows left, even damaged ones, that are not recorded as erased. */
async function findExisting(database: OperatorCall['database'], accountIds: readonly string[]): Promise<string[]> {
  const left: string[] = []
  for (const { id } of await database.rows<{ id: string }>(THERE, [accountIds])) {
    const [last] = await database.rows<{ type: string }>(LAST_TYPE, [id])
    if (last?.type !== ACCOUNT_ERASED) left.push(id)
  }
  return left
}

/**
 * Erases the listed accounts that exist, each on its own, so that a damaged account or line does not stop the others.
 * Sends no mail: each person got one at the first erasure.
 */
async function reapplyErasures(call: OperatorCall, { erasures: listed, damagedLines }: ErasureList): Promise<void> {
  const { database, reading, print, remark } = call
  for (const line of damagedLines) print({ line, readable: false }, () => `line ${line}  NOT READABLE: it is no erasure, and was set aside`)
  const left = await findExisting(
    database,
    listed.map(({ accountId }) => accountId),
  )
  const writer = new WritePath(database, reading)
  const failed: { accountId: string; erased: false; failure: string }[] = []
  for (const accountId of left) {
    try {
      await writer.execute(eraseAccount({ accountId, actor: 'ops', source: 'ops' }, null))
      print({ accountId, erased: true }, () => `${accountId}  erased again`)
    } catch (error) {
      if (isLost(error)) throw error
      failed.push({ accountId, erased: false, failure: reasonOf(error) })
    }
  }
  for (const each of failed) print(each, () => `${each.accountId}  NOT ERASED: ${each.failure}`)
  const parts = [
    `${listed.length} erasures in the list`,
    `${left.length - failed.length} applied`,
    `${listed.length - left.length} had nothing to be done`,
  ]
  if (failed.length > 0) parts.push(`${failed.length} FAILED`)
  if (damagedLines.length > 0) parts.push(`${damagedLines.length} ${damagedLines.length === 1 ? 'line' : 'lines'} NOT READABLE`)
  remark(parts.join(', '))
  if (failed.length + damagedLines.length > 0) process.exitCode = exitCodes.wrong
}
