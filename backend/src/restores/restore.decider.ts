import { Rejected } from '@prumo/shared/rejections'
import { restoreTexts } from '@prumo/shared/restore-rules'
import type { Decider } from '../event-store/decider/decider.js'
import type { RestoreEvent } from './restore.events.js'

/**
 * `isEmpty`: the account has no transactions, goals, tasks or fund. `isFree`: no other copy is being restored.
 * `isStored`: the copy is still stored; a reset deletes it.
 */
export type RestoreCommand =
  | { type: 'BeginRestore'; exportedAt: string; items: number; isEmpty: boolean; isFree: boolean }
  | { type: 'BringPortion'; from: number; to: number; isEmpty: boolean; isStored: boolean }

export interface RestoreProgress {
  isStarted: boolean
  /** The position in the copy up to which items were restored. */
  brought: number
}

/** The account received other data before anything of the copy. */
export class NotEmpty extends Rejected {
  constructor() {
    super('CONFLICT', restoreTexts.notEmpty)
  }
}

export const restoreDecider: Decider<RestoreCommand, RestoreProgress, RestoreEvent> = {
  entity: 'restore',
  initial: { isStarted: false, brought: 0 },
  exists: ({ isStarted }) => isStarted,

  decide(command, state) {
    switch (command.type) {
      case 'BeginRestore': {
        const { exportedAt, items, isEmpty, isFree } = command
        if (!isFree) throw new Rejected('CONFLICT', restoreTexts.running)
        if (!isEmpty) throw new NotEmpty()
        return [{ type: 'RestoreStarted', data: { after: { exportedAt, items } } }]
      }
      case 'BringPortion': {
        const { from, to, isEmpty, isStored } = command
        if (!isStored || !state.isStarted) throw new Rejected('NOT_FOUND')
        // Another worker restored it.
        if (from < state.brought) throw new Rejected('CONFLICT')
        if (state.brought === 0 && !isEmpty) throw new NotEmpty()
        return [{ type: 'PortionBrought', data: { from, to } }]
      }
    }
  },

  evolve: (state, { type, data }) =>
    type === 'RestoreStarted' ? { isStarted: true, brought: 0 } : { ...state, brought: (data as { to: number }).to },
}
