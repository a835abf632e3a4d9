import { ExecuteCommand, type CommandContext } from '../event-store/decider/command.js'
import type { Write } from '../event-store/stream/commit.js'
import { accountDecider, accountEndDecider } from '../identity/account.decider.js'
import { deleteCopy } from '../restores/kept-copies.js'
import { setCustomerAside } from '../subscriptions/stripe/subscription-end.js'

/**
 * The command after which nothing of an account is left but who it is and what it pays for. The read models empty themselves.
 * @param isConfirmed whether the person showed within the last 5 minutes that it is them, without which it is refused
 */
export function resetAccount(context: CommandContext, isConfirmed: boolean): ExecuteCommand<null> {
  const { accountId } = context
  return ExecuteCommand.of(context, {
    decider: accountDecider,
    entityId: accountId,
    command: { type: 'ResetAccount' as const, isConfirmed },
    reply: () => null,
    isLarge: true,
    alongside: [recordReset(accountId), deleteAnswers(accountId), deleteCheckpoints(accountId), deleteCopy(accountId)],
  })
}

/**
 * The command that ends an account for good: its key is destroyed and whoever can sign in is forgotten, sessions and
 * links with them, together with its last event or not at all. What it pays for is ended at Stripe by a job.
 * @param sealedAddress where to say that it is done, sealed under the server's key; null where no mail goes out
 * @param kept what else is written with it
 */
export function eraseAccount(context: CommandContext, sealedAddress: Buffer | null, kept: readonly Write[] = []): ExecuteCommand<null> {
  const { accountId } = context
  return ExecuteCommand.of(context, {
    decider: accountEndDecider,
    entityId: accountId,
    command: { type: 'EraseAccount' as const },
    reply: () => null,
    isLarge: true,
    // The key first: whoever stores an answer of the account holds it until they are done.
    alongside: [
      destroyKey(accountId),
      deleteAnswers(accountId),
      deleteCheckpoints(accountId),
      deleteCopy(accountId),
      // Before the person, with whom all is forgotten that Stripe's customer is.
      setCustomerAside(accountId),
      deletePerson(accountId),
      ...(sealedAddress ? [keepFarewellAddress(accountId, sealedAddress)] : []),
      ...kept,
    ],
  })
}

function deleteAnswers(accountId: string): Write {
  return {
    name: 'append-forgotten-answers',
    text: `delete from stored_answers where account_id = $1::uuid`,
    values: [accountId],
  }
}

function deleteCheckpoints(accountId: string): Write {
  return {
    name: 'append-forgotten-checkpoints',
    text: `delete from checkpoints where account_id = $1::uuid`,
    values: [accountId],
  }
}

function deletePerson(accountId: string): Write {
  return { name: 'append-forgotten-person', text: `delete from users where id = $1::uuid`, values: [accountId] }
}

function keepFarewellAddress(accountId: string, sealedAddress: Buffer): Write {
  return {
    name: 'append-farewell',
    text: `insert into farewells (account_id, address) values ($1::uuid, $2::bytea)`,
    values: [accountId, sealedAddress],
  }
}

/** The head notes the event that is being appended, the last of the log, as the account's reset. */
function recordReset(accountId: string): Write {
  return {
    name: 'append-reset',
    text: `update account_heads set reset_seq = seq where account_id = $1::uuid`,
    values: [accountId],
  }
}

/** Nothing that was sealed under the account's key is ever read again. */
function destroyKey(accountId: string): Write {
  return {
    name: 'append-destroyed-key',
    text: `delete from account_keys where account_id = $1::uuid`,
    values: [accountId],
  }
}
