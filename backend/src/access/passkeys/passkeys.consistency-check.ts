import { entityRowsCheck } from '../../event-store/entity-rows-check.js'

/** The passkeys of an existing account are those that events added and did not remove. */
export const passkeysCheck = entityRowsCheck({
  table: 'passkeys',
  account: 'user_id',
  entity: 'passkey',
  aliveAfter: ['PasskeyAdded'],
  created: 'added',
})
