import { eraseAccount } from '../account-data/account-ending.js'
import { erasureListFile, readErasures, type Erasure } from '../account-data/erasure-list.js'
import { WritePath } from '../event-store/decider/write-path.js'
import { ACCOUNT_ERASED } from '../event-store/stream/event.js'
import { isoText } from '../event-store/stream/read-stream.js'
import { reasonOf } from '../event-store/verify/difference.js'
import { isLost } from '../platform/database/sqlstate.js'
import { exitCodes, print, type RegisterCommand, type Workbench } from './operator.js'

interface Options {
  apply?: string | true
  json: boolean
}

/** `ops erasures`: which accounts were erased; and their erasure again, where an older backup was restored. */
export const erasuresCommand: RegisterCommand = (program, open) => {
  program
    .command('erasures')
    .description('The accounts that were erased, one a line; keep the list outside of the database; with --apply, 1 when some could not be erased')
    .option('--apply [file]', "erase the accounts of such a list again, of the data folder's where none is named: after an older backup was restored")
    .option('--json', 'one JSON object a line', false)
    .action(async ({ apply, json }: Options) => {
      const workbench = await open()
      if (apply === undefined) {
        for (const erased of await erasuresOf(workbench)) print(json, erased, () => JSON.stringify(erased))
        return
      }
      await applyAgain(workbench, await readErasures(apply === true ? erasureListFile(workbench.settings.dataDir) : apply), json)
    })
}

const ERASED = {
  text: `
    select e.account_id as "accountId", ${isoText('e.recorded_at')} as "erasedAt"
    from account_heads h join events e on e.account_id = h.account_id and e.seq = h.seq
    where e.type = $1 order by e.recorded_at, e.account_id`,
}

function erasuresOf({ database }: Workbench): Promise<Erasure[]> {
  return database.rows<Erasure>(ERASED, [ACCOUNT_ERASED])
}

// Whatever is left of an account, however damaged, and not known to be erased.
const THERE = {
  text: `
    select a.id from unnest($1::uuid[]) as a(id)
    where (exists (select from account_heads h where h.account_id = a.id) or exists (select from account_keys k where k.account_id = a.id))
      and (select e.type from events e where e.account_id = a.id order by e.seq desc limit 1) is distinct from $2`,
}

/** Erases the accounts of a list that are there, each by itself: a damaged one holds up no other. Nobody is told, they were told the first time. */
async function applyAgain({ database, reading }: Workbench, listed: readonly Erasure[], json: boolean): Promise<void> {
  const there = await database.rows<{ id: string }>(THERE, [listed.map(({ accountId }) => accountId), ACCOUNT_ERASED])
  const writer = new WritePath(database, reading)
  const failed: { accountId: string; erased: false; failure: string }[] = []
  for (const { id: accountId } of there) {
    try {
      await writer.execute(eraseAccount({ accountId, actor: 'ops', source: 'ops' }, null))
      print(json, { accountId, erased: true }, () => `${accountId}  erased again`)
    } catch (error) {
      if (isLost(error)) throw error
      failed.push({ accountId, erased: false, failure: reasonOf(error) })
    }
  }
  for (const each of failed) print(json, each, () => `${each.accountId}  NOT ERASED: ${each.failure}`)
  const done = `${listed.length} erasures in the list, ${there.length - failed.length} applied, ${listed.length - there.length} had nothing to be done`
  if (!json) print(false, null, () => (failed.length === 0 ? done : `${done}, ${failed.length} FAILED`))
  if (failed.length > 0) process.exitCode = exitCodes.wrong
}
