import { eraseAccount } from '../account-data/account-ending.js'
import { erasureListFile, readErasures, type Erasure } from '../account-data/erasure-list.js'
import { WritePath } from '../event-store/decider/write-path.js'
import { ACCOUNT_ERASED } from '../event-store/stream/event.js'
import { isoText } from '../event-store/stream/read-stream.js'
import { print, type RegisterCommand, type Workbench } from './operator.js'

interface Options {
  apply?: string | true
  json: boolean
}

/** `ops erasures`: which accounts were erased; and their erasure again, where an older backup was restored. */
export const erasuresCommand: RegisterCommand = (program, open) => {
  program
    .command('erasures')
    .description('The accounts that were erased, one a line; keep the list outside of the database')
    .option('--apply [file]', "erase the accounts of such a list again, of the data folder's where none is named: after an older backup was restored")
    .option('--json', 'one JSON object a line', false)
    .action(async ({ apply, json }: Options) => {
      const workbench = await open()
      if (apply === undefined) {
        for (const erased of await erasuresOf(workbench)) print(json, erased, () => JSON.stringify(erased))
        return
      }
      const listed = await readErasures(apply === true ? erasureListFile(workbench.settings.dataDir) : apply)
      const applied = await applyAgain(workbench, listed)
      for (const accountId of applied) print(json, { accountId, erased: true }, () => `${accountId}  erased again`)
      if (!json) print(false, null, () => `${listed.length} erasures in the list, ${applied.length} applied, ${listed.length - applied.length} had nothing to be done`)
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

const THERE = {
  text: `
    select a.id from unnest($1::uuid[]) as a(id)
    join account_heads h on h.account_id = a.id join events e on e.account_id = h.account_id and e.seq = h.seq
    where e.type <> $2`,
}

/** Erases the accounts of a list that are there. Nobody is told: they were told the first time. @returns those erased */
async function applyAgain({ database, reading }: Workbench, listed: readonly Erasure[]): Promise<string[]> {
  const there = await database.rows<{ id: string }>(THERE, [listed.map(({ accountId }) => accountId), ACCOUNT_ERASED])
  const writer = new WritePath(database, reading)
  for (const { id } of there) await writer.execute(eraseAccount({ accountId: id, actor: 'ops', source: 'ops' }, null))
  return there.map(({ id }) => id)
}
