import { defineReaction, type Reaction } from '../jobs/reaction.js'
import { CHECKPOINTS, dayCheckpoints } from './account-at-day.js'

/** Enqueues a checkpoint at a fixed interval of positions. @param types of all events */
export function checkpointsReaction(types: readonly string[]): Reaction {
  return defineReaction({ kind: CHECKPOINTS, on: types, when: ({ seq }) => seq % dayCheckpoints.every === 0 })
}
