import { Execute, type CommandContext } from '../event-store/decider/command.js'
import { keyDestroyed, resetNoted } from '../event-store/stream/account-ends.js'
import { APPENDED, type Write } from '../event-store/stream/commit.js'
import { accountDecider } from '../identity/account.decider.js'
import { customerSetAside } from '../subscriptions/stripe/subscription-end.js'

/** The command after which nothing of an account is left but who it is and what it pays for. The read models empty themselves. */
export function resetAccount(context: CommandContext): Execute<null> {
  const { accountId } = context
  return Execute.of(context, {
    decider: accountDecider,
    entityId: accountId,
    command: { type: 'ResetAccount' as const },
    answer: () => null,
    alongside: [resetNoted(accountId), answersForgotten(accountId)],
  })
}

/**
 * The command that ends an account for good: its key is destroyed and whoever can sign in is forgotten, sessions and
 * links with them, together with its last event or not at all. What it pays for is ended at Stripe by a job.
 * @param sealedAddress where to say that it is done, sealed under the master key; null where nobody is told
 */
export function eraseAccount(context: CommandContext, sealedAddress: Buffer | null): Execute<null> {
  const { accountId } = context
  return Execute.of(context, {
    decider: accountDecider,
    entityId: accountId,
    command: { type: 'EraseAccount' as const },
    answer: () => null,
    // The key first: whoever stores an answer of the account holds it until they are done.
    alongside: [
      keyDestroyed(accountId),
      answersForgotten(accountId),
      // Before the person, with whom all is forgotten that Stripe's customer is.
      customerSetAside(accountId),
      personForgotten(accountId),
      ...(sealedAddress ? [addressKept(accountId, sealedAddress)] : []),
    ],
  })
}

function answersForgotten(accountId: string): Write {
  return { name: 'append-forgotten-answers', text: `delete from stored_answers where account_id = $1::uuid and account_id ${APPENDED}`, values: [accountId] }
}

function personForgotten(accountId: string): Write {
  return { name: 'append-forgotten-person', text: `delete from users where id = $1::uuid and id ${APPENDED}`, values: [accountId] }
}

function addressKept(accountId: string, sealedAddress: Buffer): Write {
  return {
    name: 'append-farewell',
    text: `insert into farewells (account_id, address) select $1::uuid, $2::bytea where $1::uuid ${APPENDED}`,
    values: [accountId, sealedAddress],
  }
}
