import { defineReaction, type Reaction } from '../jobs/reaction.js'
import { CHECKPOINTS, dayCheckpoints } from './account-at-day.js'

/** Every so many events of an account a checkpoint is due, whatever they are. @param types of all events that there are */
export function checkpointsReaction(types: readonly string[]): Reaction {
  return defineReaction({ kind: CHECKPOINTS, on: types, when: ({ seq }) => seq % dayCheckpoints.every === 0 })
}
