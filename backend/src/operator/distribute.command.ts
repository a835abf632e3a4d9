import { distribute, findUndistributed } from '../platform/database/distribute.js'
import { exitCodes, operatorCommand, progress } from './operator.js'

/** Connections of programs that started before this one. */
const OTHERS = {
  text: `
    select count(*)::integer as others from pg_stat_activity
    where datname = current_database() and application_name = 'prumo' and backend_start < clock_timestamp() - $1::float8 * interval '1 millisecond'`,
}

/** `ops distribute`: distributes the tables of accounts over the nodes of Citus. */
export const distributeCommand = operatorCommand<{ apply: boolean }>({
  name: 'distribute',
  description: 'Spreads the tables over the nodes of Citus by account; says what it would do unless --apply is given',
  as: () => 'owner',
  options: (command) => command.option('--apply', 'do it: every API and worker has to be stopped first', false),
  async run({ database, print, remark }, { apply }) {
    const tables = await findUndistributed(database)
    if (tables.length === 0) return print({ tables, done: true }, () => 'All tables are distributed already.')
    if (!apply) {
      remark(
        'These tables would be spread by account, and users and log_epoch kept on every node. Each is closed while its rows go: about a',
      )
      remark('minute for ten million events, and the same room on disk once more. Back up first. There is no way back but the backup.')
      return print({ tables, done: false }, () => `${tables.join(', ')}\nStop every API and worker, and run it again with --apply.`)
    }
    const [found] = await database.rows<{ others: number }>(OTHERS, [performance.now()])
    if (found && found.others > 0) {
      print({ tables, done: false, others: found.others }, () => `${found.others} connections of other programs are open: stop them first.`)
      process.exitCode = exitCodes.unanswered
      return
    }
    await distribute(database, ({ table, done, of }) => progress(`${table}: ${done} of ${of} tables`))
    progress('')
    print({ tables, done: true }, () => `Distributed ${tables.join(', ')}. Start the programs again: they find it by themselves.`)
  },
})
