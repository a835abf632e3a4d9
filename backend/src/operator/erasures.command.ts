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
      const listed = await readErasures(apply === true ? erasureListFile(workbench.settings.dataDir) : apply)
      const there = await accountsThere(workbench, listed)
      let failed = 0
      for await (const { accountId, failure } of eraseAgain(workbench, there)) {
        if (failure !== null) failed++
        print(json, { accountId, erased: failure === null, failure }, () => (failure === null ? `${accountId}  erased again` : `${accountId}  NOT ERASED: ${failure}`))
      }
      if (!json) print(false, null, () => summary(listed.length, there.length, failed))
      if (failed > 0) process.exitCode = exitCodes.wrong
    })
}

function summary(listed: number, there: number, failed: number): string {
  const done = `${listed} erasures in the list, ${there - failed} applied, ${listed - there} had nothing to be done`
  return failed === 0 ? done : `${done}, ${failed} FAILED`
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

async function accountsThere({ database }: Workbench, listed: readonly Erasure[]): Promise<string[]> {
  const there = await database.rows<{ id: string }>(THERE, [listed.map(({ accountId }) => accountId), ACCOUNT_ERASED])
  return there.map(({ id }) => id)
}

/**
 * Erases accounts, each by itself: a damaged one holds up no other. Nobody is told, they were told the first time.
 * Rejects only while the database is away. @returns why one could not be erased, in words that hold no one's data
 */
async function* eraseAgain({ database, reading }: Workbench, accounts: readonly string[]): AsyncGenerator<{ accountId: string; failure: string | null }> {
  const writer = new WritePath(database, reading)
  for (const accountId of accounts) {
    try {
      await writer.execute(eraseAccount({ accountId, actor: 'ops', source: 'ops' }, null))
      yield { accountId, failure: null }
    } catch (error) {
      if (isLost(error)) throw error
      yield { accountId, failure: reasonOf(error) }
    }
  }
}
