import { Outbox, type DeadLetter } from '../jobs/outbox.js'
import { exitCodes, idArgument, operatorCommand } from './operator.js'

const MOST_SHOWN = 1_000

/** `ops jobs`: lists dead letters and retries them. */
export const jobsCommand = operatorCommand<{ retry?: string | true }>({
  name: 'jobs',
  description: 'The jobs that died; 1 when there are any. Their failures in detail are in the logs',
  options: (command) => command.option('--retry [id]', 'has the job of this id, or every one, tried again from the beginning', idArgument),
  async run({ database, print, remark }, { retry }) {
    const outbox = new Outbox(database)
    if (retry !== undefined) {
      const retried = await outbox.retry(retry === true ? null : retry)
      print({ retried }, () => `${retried} to be tried again`)
      if (retried === 0 && retry !== true) process.exitCode = exitCodes.wrong
      return
    }
    const dead = await outbox.deadLetters(MOST_SHOWN)
    for (const job of dead) print(job, () => line(job))
    if (dead.length === 0) remark('No job is dead.')
    else process.exitCode = exitCodes.wrong
  },
})

function line({ id, kind, subject, accountId, attempts, failedAt, failure }: DeadLetter): string {
  const account = accountId === null || accountId === subject ? '' : `  account ${accountId}`
  return `${id}  ${failedAt.toISOString()}  ${kind} ${subject}${account}  ${failure} after ${attempts} runs`
}
