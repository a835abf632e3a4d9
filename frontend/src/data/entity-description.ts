import type { LiveEntity } from '@prumo/shared/live'
import type { SyncedEntity } from './sync/entity-registry'

/** An entity: what the sync engine needs to send and apply its commands, and its words in the account's history. */
export interface EntityDescription extends SyncedEntity {
  name: LiveEntity
  activity: ActivityEntity
}

/** The words for a kind of entity in the history. */
export interface ActivityEntity {
  /** Its label in the history's filter. */
  label: string
  /** Its value in the filter's address. */
  param: string
  /** Its entries link to the history of the single entity. */
  hasHistory?: true
}
