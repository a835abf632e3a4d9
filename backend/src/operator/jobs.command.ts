import { Outbox, type DeadJob } from '../jobs/outbox.js'
import { exitCodes, print, uuidArgument, type RegisterCommand } from './operator.js'

const MOST_SHOWN = 1_000

interface Options {
  /** True for all of them. */
  retry?: string | true
  json: boolean
}

/** `ops jobs`: what died, and having it tried again. */
export const jobsCommand: RegisterCommand = (program, open) => {
  program
    .command('jobs')
    .description('The jobs that died; 1 when there are any. Their failures in detail are in the logs')
    .option('--retry [id]', 'has the job of this id, or every one, tried again from the beginning', (value: string) => uuidArgument(value))
    .option('--json', 'one JSON object a line', false)
    .action(async ({ retry, json }: Options) => {
      const { database } = await open()
      const outbox = new Outbox(database)
      if (retry !== undefined) {
        const retried = await outbox.retry(retry === true ? null : retry)
        print(json, { retried }, () => `${retried} to be tried again`)
        if (retried === 0 && retry !== true) process.exitCode = exitCodes.wrong
        return
      }
      const dead = await outbox.dead(MOST_SHOWN)
      for (const job of dead) print(json, job, () => line(job))
      if (dead.length === 0 && !json) print(false, null, () => 'No job is dead.')
      if (dead.length > 0) process.exitCode = exitCodes.wrong
    })
}

function line({ id, kind, subject, accountId, attempts, failedAt, failure }: DeadJob): string {
  const account = accountId === null || accountId === subject ? '' : `  account ${accountId}`
  return `${id}  ${failedAt.toISOString()}  ${kind} ${subject}${account}  ${failure} after ${attempts} runs`
}
