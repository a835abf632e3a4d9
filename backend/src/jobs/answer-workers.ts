import { dateInSaoPaulo, TIME_ZONE } from '@prumo/shared/calendar'
import { storing, type ComputedAnswer } from './computed-answers.js'
import type { JobWorker, Tools } from './job-worker.js'
import { OUTBOX_INSERT, outboxValues, outboxWritten } from './outbox.js'

/** Computing one takes less than a millisecond, and claiming and ending it several, however many there are. */
const TOGETHER = 100

/** The jobs that keep an answer as it should be: one computes it of an account, one each day renews what is of another. */
export function workersOf<Answer>(computed: ComputedAnswer<Answer>): JobWorker[] {
  return [computing(computed), renewing(computed)]
}

/**
 * What happens while it runs has a row of its own in the outbox, which this run leaves there and which begins
 * another: so the last run always looked at the head after everything had happened.
 */
function computing<Answer>(computed: ComputedAnswer<Answer>): JobWorker {
  const run = async (accounts: readonly string[], { database, reading }: Tools) => {
    const now = new Date(database.clock.now())
    return storing(computed, await computed.compute(database, accounts, dateInSaoPaulo(now)), now, database, reading.keys)
  }
  return {
    kind: computed.kind,
    together: { most: TOGETHER, run },
    async run(job, tools) {
      await job.completeWriting(await run([job.subject], tools))
    },
  }
}

/** Stored answers looked at in one transaction, so that none is long, however many accounts there are. */
const SLICE = 500
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'

const RENEW_SLICE = {
  name: 'renew-slice',
  text: `
    with slice as (
      select account_id, version, computed_at from stored_answers where kind = $1 and account_id > $2 order by account_id limit ${SLICE}
    ), renewed as (
      insert into outbox (kind, subject, account_id)
      select $1, account_id::text, account_id from slice where version < $3 or (computed_at at time zone '${TIME_ZONE}')::date < $4
    )
    select account_id as last from slice order by account_id offset ${SLICE - 1}`,
}

/**
 * Goes over all stored answers in slices, each a job: its subject is the day and, from the second on, the account that the
 * slice before ended with. Each ends by asking for the next, so that whatever cuts the walk short it goes on from there.
 */
function renewing({ kind, version }: ComputedAnswer<unknown>): JobWorker {
  const walk = `renew-${kind}`
  return {
    kind: walk,
    daily: true,
    async run(job) {
      const [day = '', after = BEFORE_ALL] = job.subject.split(' ')
      await job.complete(async (client) => {
        const { rows } = await client.query<{ last: string }>({ ...RENEW_SLICE, values: [kind, after, version, day] })
        for (const { last } of rows) await client.query(OUTBOX_INSERT, outboxValues({ kind: walk, subject: `${day} ${last}` }))
      })
      outboxWritten.tell([{ kind: walk }, { kind }])
    },
  }
}
