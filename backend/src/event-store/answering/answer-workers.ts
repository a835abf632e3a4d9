import { dateInSaoPaulo, TIME_ZONE } from '@prumo/shared/calendar'
import { outboxWritten } from '../../platform/outbox/outbox-row.js'
import type { JobWorker } from '../../platform/queue/job-worker.js'
import type { EventFamily } from '../log/event-family.js'
import { defineReaction, type Reaction } from '../reacting/reaction.js'
import { storeAnswer, type ComputedAnswer } from './stored-answers.js'

/** Events come in bursts, such as an import; none of them is worth a run of its own. */
const GATHER_MS = 500

/** Anything at all that happens makes what was computed stale, also what does not change it; so anything has it computed anew. */
export function computedAfterEverything({ kind }: ComputedAnswer<unknown>, families: readonly EventFamily[]): Reaction {
  return defineReaction({ kind, on: families.flatMap((family) => family.definitions.map((definition) => definition.type)) })
}

/** The jobs that keep an answer as it should be: one computes it of an account, one each day renews what is of another. */
export function workersOf<Answer>(computed: ComputedAnswer<Answer>): JobWorker[] {
  return [computing(computed), renewing(computed)]
}

/**
 * What happens while it runs has a row of its own in the outbox, which this run leaves there and which begins
 * another: so the last run always looked at the head after everything had happened.
 */
function computing<Answer>(computed: ComputedAnswer<Answer>): JobWorker {
  return {
    kind: computed.kind,
    gatherMs: GATHER_MS,
    async run(job, { database }) {
      const now = new Date()
      const seen = await computed.compute(database, job.subject, dateInSaoPaulo(now))
      await job.complete((client) => storeAnswer(client, computed, job.subject, seen, now))
    },
  }
}

const RENEW = {
  text: `
    insert into outbox (id, kind, subject, account_id)
    select gen_random_uuid(), kind, account_id::text, account_id from stored_answers
    where kind = $1 and (version < $2 or (computed_at at time zone '${TIME_ZONE}')::date < $3)`,
}

function renewing({ kind, version }: ComputedAnswer<unknown>): JobWorker {
  return {
    kind: `renew-${kind}`,
    daily: true,
    async run(job) {
      await job.complete(async (client) => void (await client.query({ ...RENEW, values: [kind, version, job.subject] })))
      outboxWritten.tell()
    },
  }
}
