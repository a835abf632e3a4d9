import { Rejected } from '@prumo/shared/rejections'
import { walletTexts, type WalletKind } from '@prumo/shared/wallet-rules'
import type { Decider } from '../event-store/decider/decider.js'
import { NotUndoable, refuseUndone, type Undo } from '../event-store/decider/undo.js'
import type { MainWalletEvent } from './wallet.events.js'

/** `wallet` is the chosen one as of the head that the command is decided on; null if there is none with this id. */
export type MainWalletCommand =
  | { type: 'ChooseMainWallet'; walletId: string | null; wallet: { kind: WalletKind; isArchived: boolean } | null }
  /** Reads which one it is, for a command on a transaction; records nothing. */
  | { type: 'ReadMainWallet' }
  | Undo<MainWalletEvent>

export interface MainWalletState {
  /** Null for the wallet that is there from the beginning. */
  walletId: string | null
  version: number
  undone: readonly number[]
}

/** Which wallet of an account is the main one. The entity's id is the account's. */
export const mainWalletDecider: Decider<MainWalletCommand, MainWalletState, MainWalletEvent> = {
  entity: 'main-wallet',
  initial: { walletId: null, version: 0, undone: [] },
  exists: ({ version }) => version > 0,
  canRestartAfterReset: true,

  decide(command, { walletId: before, undone }) {
    switch (command.type) {
      case 'ChooseMainWallet': {
        const { walletId: after, wallet } = command
        if (!wallet) throw new Rejected('NOT_FOUND')
        if (wallet.kind === 'card') throw new Rejected('CONFLICT', walletTexts.mainIsNoCard)
        if (wallet.isArchived) throw new Rejected('CONFLICT', walletTexts.archived)
        return before === after ? [] : [chosen(before, after)]
      }
      case 'ReadMainWallet':
        return []
      case 'Undo': {
        refuseUndone(undone, command.position)
        const { data } = command.entry
        if (data.after.walletId !== before) throw new NotUndoable('changed')
        return [chosen(before, data.before.walletId)]
      }
    }
  },

  evolve: ({ undone }, { entityVersion: version, data, meta }) => ({
    walletId: data.after.walletId,
    version,
    undone: meta.undoes === undefined ? undone : [...undone, meta.undoes],
  }),
}

function chosen(before: string | null, after: string | null): MainWalletEvent {
  return { type: 'MainWalletChosen', data: { before: { walletId: before }, after: { walletId: after } } }
}
