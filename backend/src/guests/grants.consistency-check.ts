import { entityRowsCheck } from '../event-store/entity-rows-check.js'

/** The grants of an existing account are those that events gave and did not end. */
export const grantsCheck = entityRowsCheck({
  table: 'guest_grants',
  account: 'account_id',
  entity: 'guest',
  aliveAfter: ['GuestInvited', 'GuestEntered'],
  created: 'invited',
})
