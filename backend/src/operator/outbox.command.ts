import { Outbox, type KindBacklog } from '../jobs/outbox.js'
import { exitCodes, operatorCommand } from './operator.js'

/** A job due for longer means that no worker claims jobs, or too few do. */
const TOO_LONG_SECONDS = 60

/** `ops outbox`: the queued jobs and how long they have been waiting. */
export const outboxCommand = operatorCommand({
  name: 'outbox',
  description: 'What waits to be done, of each kind and how long; 1 when something was due for over a minute and nobody claimed it',
  async run({ database, print, remark }) {
    const backlog = await new Outbox(database).backlog()
    for (const each of backlog) print(each, () => line(each))
    if (backlog.length === 0) remark('Nothing waits.')
    if (backlog.some((each) => (each.oldestDue ?? 0) > TOO_LONG_SECONDS)) process.exitCode = exitCodes.wrong
  },
})

function line({ kind, waiting, claimed, dead, oldestDue, oldestOpen }: KindBacklog): string {
  const parts = [
    `${waiting} waiting${oldestDue === null ? '' : ` (due for ${Math.round(oldestDue)} s)`}`,
    `${claimed} claimed`,
    `${dead} dead`,
    ...(oldestOpen === null ? [] : [`oldest not done ${Math.round(oldestOpen)} s`]),
  ]
  return `${kind}  ${parts.join('  ')}`
}
