import type { LiveEntity } from '@prumo/shared/live'
import type { SyncedEntity } from './sync/entity-registry'

/** One entity: what the engine sends and applies for it, and how the account's history calls it. */
export interface EntityDescription extends SyncedEntity {
  name: LiveEntity
  activity: ActivityEntity
}

/** How the history calls a kind of entity. */
export interface ActivityEntity {
  /** In the filter of the history. */
  label: string
  /** In the address of that filter. */
  param: string
  /** Its entries lead to the history of the one entity. */
  hasHistory?: true
}
