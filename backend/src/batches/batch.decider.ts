import { batchTexts } from '@prumo/shared/batch-rules'
import { Rejected } from '@prumo/shared/rejections'
import { transactionTexts, type TransactionType } from '@prumo/shared/transaction-rules'
import { evolveEntity, refuseUsedId, type Decider, type EntityState } from '../event-store/decider/decider.js'
import { NotUndoable, undoEntityEvent, type Undo } from '../event-store/decider/undo.js'
import type { BatchDetails, BatchEvent } from './batch.events.js'

/** What became of the entities of a command. */
export interface BatchOutcome {
  /** How many transactions changed. */
  count: number
  /** How many recurrences and rules changed with them. */
  others?: number
  /** The ids of transactions that do not exist, and of those with another version than the caller saw. */
  missing?: readonly string[]
  outdated?: readonly string[]
  /** The types of the transactions. */
  types?: ReadonlySet<TransactionType>
}

/** What an undo did: how many entities changed, and the names of those that stayed because they had changed since. */
export interface UndoOutcome {
  undone: number
  spared: readonly string[]
}

export type BatchCommand =
  | { type: 'ChangeTransactions'; change: BatchDetails['change']; renamed: BatchDetails['renamed']; outcome: BatchOutcome }
  | (Undo<BatchEvent> & { outcome?: UndoOutcome })

export type BatchState = EntityState<BatchDetails>

/** How many of the spared ones the history names. */
const MAX_NAMES = 5

export const batchDecider: Decider<BatchCommand, BatchState, BatchEvent> = {
  entity: 'batch',
  initial: { status: 'none' },
  exists: (state) => state.status !== 'none',

  decide(command, state) {
    switch (command.type) {
      case 'ChangeTransactions': {
        refuseUsedId(state)
        const { change, renamed, outcome } = command
        refuseAny('NOT_FOUND', 'ids', outcome.missing, batchTexts.missing)
        refuseAny('VERSION_MISMATCH', 'versions', outcome.outdated, batchTexts.changed)
        if (change?.category && outcome.types?.has('income') && outcome.types.has('expense'))
          throw new Rejected('VALIDATION', transactionTexts.invalid, { category: [batchTexts.bothTypes] })
        const { count, others = 0 } = outcome
        return count + others === 0 ? [] : [{ type: 'TransactionsChanged', data: { after: { count, change, renamed } } }]
      }
      case 'Undo': {
        const { undone, spared } = command.outcome ?? { undone: 1, spared: [] }
        const notes = { kept: spared.length, keptNames: spared.slice(0, MAX_NAMES) }
        const events = undoEntityEvent<BatchDetails, BatchEvent>(state, command, {
          deleted: (before) => ({ type: 'BatchUndone', data: { before, ...notes } }),
          restored: (after, createdAt) => ({ type: 'BatchRestored', data: { after, createdAt, ...notes } }),
          changed: () => {
            throw new NotUndoable('never')
          },
        })
        if (undone === 0) throw new NotUndoable('changed')
        return events
      }
    }
  },

  evolve: evolveEntity,
}

/** Refuses a command for some of its entities, which `field` names. */
function refuseAny(
  code: 'NOT_FOUND' | 'VERSION_MISMATCH',
  field: string,
  ids: readonly string[] = [],
  text: (count: number) => string,
): void {
  if (ids.length > 0) throw new Rejected(code, text(ids.length), { [field]: [...ids] })
}
