import { MAX_PASSKEYS } from '@prumo/shared/limits'
import { passkeyTexts } from '@prumo/shared/passkey-texts'
import type { Passkey } from '@prumo/shared/passkeys'
import { Rejected } from '@prumo/shared/rejections'
import { evolveEntity, existing, type Decider, type EntityState } from '../../event-store/decider/decider.js'
import type { PasskeyDetails, PasskeyEvent } from './passkey.events.js'

export type PasskeyCommand =
  | {
      type: 'AddPasskey'
      name: string
      /** Whether it answers an unused challenge of this session. */
      isChallengeValid: boolean
      /** Whether an account has this passkey already. */
      isKnown: boolean
      /** The account's number of passkeys. */
      others: number
    }
  /** The present name: a new name is no event. */
  | { type: 'RemovePasskey'; name: string }

export type PasskeyState = EntityState<PasskeyDetails>

export const passkeyDecider: Decider<PasskeyCommand, PasskeyState, PasskeyEvent> = {
  entity: 'passkey',
  survivesReset: true,
  initial: { status: 'none' },
  exists: ({ status }) => status === 'alive',

  decide(command, state) {
    if (command.type === 'RemovePasskey') {
      if (state.status !== 'alive') throw new Rejected('NOT_FOUND')
      return [{ type: 'PasskeyRemoved', data: { before: { name: command.name } } }]
    }
    if (!command.isChallengeValid) throw new Rejected('VALIDATION', passkeyTexts.notAdded)
    if (command.isKnown) throw new Rejected('CONFLICT', passkeyTexts.known)
    if (command.others >= MAX_PASSKEYS) throw new Rejected('CONFLICT', passkeyTexts.tooMany)
    return [{ type: 'PasskeyAdded', data: { after: { name: command.name } } }]
  },

  evolve: evolveEntity,
}

/** A passkey that was just added, in the shape of the API. */
export function toPasskey(state: PasskeyState): Passkey {
  const { id, details, createdAt } = existing(state)
  return { id, name: details.name, createdAt, lastUsedAt: null }
}
