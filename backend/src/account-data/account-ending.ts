import { deleteAllParts, deleteAllUploads } from '../attachments/attachment-parts.js'
import { ExecuteCommand, type CommandContext } from '../event-store/decider/command.js'
import type { Write } from '../event-store/stream/commit.js'
import { accountDecider, accountEndDecider } from '../identity/account.decider.js'
import { deleteCalendar } from '../reminders/reminder-calendars.js'
import { deleteDevices } from '../reminders/reminder-devices.js'
import { deleteCopy } from '../restores/kept-copies.js'
import { moveLeavingCustomer } from '../subscriptions/stripe/subscription-end.js'

/**
 * The command that deletes everything of an account except profile and subscription. Projections handle its event.
 * @param isConfirmed whether the person confirmed their identity within the last 5 minutes; required
 */
export function resetAccount(context: CommandContext, isConfirmed: boolean): ExecuteCommand<null> {
  const { accountId } = context
  return ExecuteCommand.of(context, {
    decider: accountDecider,
    entityId: accountId,
    command: { type: 'ResetAccount' as const, isConfirmed },
    reply: () => null,
    isLarge: true,
    alongside: [
      recordReset(accountId),
      deleteAnswers(accountId),
      deleteCheckpoints(accountId),
      deleteCopy(accountId),
      deleteAllParts(accountId),
      ...deleteDevices(accountId),
      deleteCalendar(accountId),
    ],
  })
}

/**
 * The command that erases an account, in one transaction: its last event, the destruction of its key, and the deletion
 * of its user with sessions, links, devices and calendar. A job ends its subscription at Stripe.
 * @param sealedAddress the address for the final mail, sealed under the server's key; null for no mail
 * @param alongside further writes of the same transaction
 */
export function eraseAccount(
  context: CommandContext,
  sealedAddress: Buffer | null,
  alongside: readonly Write[] = [],
): ExecuteCommand<null> {
  const { accountId } = context
  return ExecuteCommand.of(context, {
    decider: accountEndDecider,
    entityId: accountId,
    command: { type: 'EraseAccount' as const },
    reply: () => null,
    isLarge: true,
    // Destroying the key first waits for transactions that store an answer of the account, because they lock the key.
    alongside: [
      destroyKey(accountId),
      deleteAnswers(accountId),
      deleteCheckpoints(accountId),
      deleteCopy(accountId),
      deleteAllParts(accountId),
      deleteAllUploads(accountId),
      // Before the deletion of the user, which cascades to the customer's row.
      moveLeavingCustomer(accountId),
      deleteUser(accountId),
      ...(sealedAddress ? [keepFarewellAddress(accountId, sealedAddress)] : []),
      ...alongside,
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

function deleteUser(accountId: string): Write {
  return { name: 'append-forgotten-person', text: `delete from users where id = $1::uuid`, values: [accountId] }
}

function keepFarewellAddress(accountId: string, sealedAddress: Buffer): Write {
  return {
    name: 'append-farewell',
    text: `insert into farewells (account_id, address) values ($1::uuid, $2::bytea)`,
    values: [accountId, sealedAddress],
  }
}

/** Stores the position of the appended event in the head as the latest reset. */
function recordReset(accountId: string): Write {
  return {
    name: 'append-reset',
    text: `update account_heads set reset_seq = seq where account_id = $1::uuid`,
    values: [accountId],
  }
}

/** Makes everything sealed under the account's key unreadable. */
function destroyKey(accountId: string): Write {
  return {
    name: 'append-destroyed-key',
    text: `delete from account_keys where account_id = $1::uuid`,
    values: [accountId],
  }
}
