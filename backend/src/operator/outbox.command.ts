import { Outbox, type Backlog } from '../jobs/outbox.js'
import { exitCodes, print, type RegisterCommand } from './operator.js'

/** A row that waits longer than this for the queue says that nobody hands rows over, or that the queue does not take them. */
const TOO_LONG_SECONDS = 60

/** `ops outbox`: what waits to be done, and how long. */
export const outboxCommand: RegisterCommand = (program, open) => {
  program
    .command('outbox')
    .description('What waits to be done, of each kind and how long; 1 when something was not handed to the queue for over a minute')
    .option('--json', 'one JSON object a line', false)
    .action(async ({ json }: { json: boolean }) => {
      const { database } = await open()
      const backlog = await new Outbox(database).backlog()
      for (const each of backlog) print(json, each, () => line(each))
      if (backlog.length === 0 && !json) print(false, null, () => 'Nothing waits.')
      if (backlog.some((each) => (each.oldestWaiting ?? 0) > TOO_LONG_SECONDS)) process.exitCode = exitCodes.wrong
    })
}

function line({ kind, waiting, handedOver, dead, oldestWaiting, oldestOpen }: Backlog): string {
  const parts = [
    `${waiting} waiting${oldestWaiting === null ? '' : ` (${Math.round(oldestWaiting)} s)`}`,
    `${handedOver} handed over`,
    `${dead} dead`,
    ...(oldestOpen === null ? [] : [`oldest not done ${Math.round(oldestOpen)} s`]),
  ]
  return `${kind}  ${parts.join('  ')}`
}
