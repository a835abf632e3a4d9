import { eraseAccount } from '../account-data/account-ending.js'
import { erasureListFile, readErasures, type Erasure } from '../account-data/erasure-list.js'
import { WritePath } from '../event-store/decider/write-path.js'
import { ACCOUNT_ERASED } from '../event-store/stream/event.js'
import { isoText } from '../event-store/stream/read-stream.js'
import { reasonOf } from '../event-store/verify/difference.js'
import { isLost } from '../platform/database/sqlstate.js'
import { exitCodes, operatorCommand, type Call } from './operator.js'

/** `ops erasures`: which accounts were erased; and their erasure again, where an older backup was restored. */
export const erasuresCommand = operatorCommand<{ apply?: string | true }>({
  name: 'erasures',
  description:
    'The accounts that were erased, one a line; keep the list outside of the database; with --apply, 1 when some could not be erased',
  options: (command) =>
    command.option(
      '--apply [file]',
      "erase the accounts of such a list again, of the data folder's where none is named: after an older backup was restored",
    ),
  async run(call, { apply }) {
    if (apply !== undefined) await applyAgain(call, await readErasures(apply === true ? erasureListFile(call.settings.dataDir) : apply))
    else for (const erased of await call.database.rows<Erasure>(ERASED, [ACCOUNT_ERASED])) call.print(erased, () => JSON.stringify(erased))
  },
})

const ERASED = {
  text: `
    select e.account_id as "accountId", ${isoText('e.recorded_at')} as "erasedAt"
    from account_heads h join events e on e.account_id = h.account_id and e.seq = h.seq
    where e.type = $1 order by e.recorded_at, e.account_id`,
}

// Whatever is left of an account, however damaged, and not known to be erased.
const THERE = {
  text: `
    select a.id from unnest($1::uuid[]) as a(id)
    where (exists (select from account_heads h where h.account_id = a.id) or exists (select from account_keys k where k.account_id = a.id))
      and (select e.type from events e where e.account_id = a.id order by e.seq desc limit 1) is distinct from $2`,
}

/**
 * Erases the accounts of a list that are there, each by itself: a damaged one holds up no other. Nobody is told, they
 * were told the first time.
 */
async function applyAgain({ database, reading, print, remark }: Call, listed: readonly Erasure[]): Promise<void> {
  const there = await database.rows<{ id: string }>(THERE, [listed.map(({ accountId }) => accountId), ACCOUNT_ERASED])
  const writer = new WritePath(database, reading)
  const failed: { accountId: string; erased: false; failure: string }[] = []
  for (const { id: accountId } of there) {
    try {
      await writer.execute(eraseAccount({ accountId, actor: 'ops', source: 'ops' }, null))
      print({ accountId, erased: true }, () => `${accountId}  erased again`)
    } catch (error) {
      if (isLost(error)) throw error
      failed.push({ accountId, erased: false, failure: reasonOf(error) })
    }
  }
  for (const each of failed) print(each, () => `${each.accountId}  NOT ERASED: ${each.failure}`)
  const done = `${listed.length} erasures in the list, ${there.length - failed.length} applied, ${listed.length - there.length} had nothing to be done`
  remark(failed.length === 0 ? done : `${done}, ${failed.length} FAILED`)
  if (failed.length > 0) process.exitCode = exitCodes.wrong
}
