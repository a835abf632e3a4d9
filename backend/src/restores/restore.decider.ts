import { Rejected } from '@prumo/shared/rejections'
import { restoreTexts } from '@prumo/shared/restore-rules'
import type { Decider } from '../event-store/decider/decider.js'
import type { RestoreEvent } from './restore.events.js'

/**
 * `isEmpty` says whether the account has neither transactions nor goals, tasks or a fund; `isFree`, whether no other copy is on
 * its way into it; `stands`, whether the copy is still kept: a reset takes it away.
 */
export type RestoreCommand =
  | { type: 'BeginRestore'; exportedAt: string; items: number; isEmpty: boolean; isFree: boolean }
  | { type: 'BringPortion'; from: number; to: number; isEmpty: boolean; stands: boolean }

export interface RestoreProgress {
  isBegun: boolean
  /** The place of the copy up to which its items were brought. */
  brought: number
}

/** The refusal where something else came into the account before anything of the copy did. */
export class NotEmpty extends Rejected {
  constructor() {
    super('CONFLICT', restoreTexts.notEmpty)
  }
}

export const restoreDecider: Decider<RestoreCommand, RestoreProgress, RestoreEvent> = {
  entity: 'restore',
  initial: { isBegun: false, brought: 0 },
  exists: ({ isBegun }) => isBegun,

  decide(command, state) {
    switch (command.type) {
      case 'BeginRestore': {
        const { exportedAt, items, isEmpty, isFree } = command
        if (!isFree) throw new Rejected('CONFLICT', restoreTexts.running)
        if (!isEmpty) throw new NotEmpty()
        return [{ type: 'RestoreStarted', data: { after: { exportedAt, items } } }]
      }
      case 'BringPortion': {
        const { from, to, isEmpty, stands } = command
        if (!stands || !state.isBegun) throw new Rejected('NOT_FOUND')
        // Another worker was here.
        if (from < state.brought) throw new Rejected('CONFLICT')
        if (state.brought === 0 && !isEmpty) throw new NotEmpty()
        return [{ type: 'PortionBrought', data: { from, to } }]
      }
    }
  },

  evolve: (state, { type, data }) =>
    type === 'RestoreStarted' ? { isBegun: true, brought: 0 } : { ...state, brought: (data as { to: number }).to },
}
