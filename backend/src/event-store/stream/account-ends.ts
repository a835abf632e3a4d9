import { APPENDED, type Write } from './commit.js'

/** What goes with the events after which an account is another: to be written alongside them, in this order. */

/** The head notes the event that is being appended, the last of the log, as the account's reset. */
export function resetNoted(accountId: string): Write {
  return { name: 'append-reset', text: `update account_heads set reset_seq = seq where account_id = $1::uuid and account_id ${APPENDED}`, values: [accountId] }
}

/** Destroys the account's key: nothing that was sealed under it is ever read again. */
export function keyDestroyed(accountId: string): Write {
  return { name: 'append-destroyed-key', text: `delete from account_keys where account_id = $1::uuid and account_id ${APPENDED}`, values: [accountId] }
}
