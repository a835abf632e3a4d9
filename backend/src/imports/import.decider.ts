import { importTexts } from '@prumo/shared/import-rules'
import type { AcceptedImport } from '@prumo/shared/imports'
import { centavosToReais } from '@prumo/shared/money'
import type { OnWire } from '@prumo/shared/money-fields'
import { Rejected } from '@prumo/shared/rejections'
import { restoreTexts } from '@prumo/shared/restore-rules'
import { type Decider, evolveEntity, type EntityState, existing, refuseUsedId } from '../event-store/decider/decider.js'
import { NotUndoable, undoEntityEvent, type Undo } from '../event-store/decider/undo.js'
import { initialWalletId } from '../wallets/initial-wallet.js'
import type { ImportDetails, ImportEvent } from './import.events.js'

/** A field that names a wallet which may not be used, and why. */
export interface WrongWallet {
  field: string
  reason: string
}

/**
 * `importedCount`: how many of the lines are already imported; `wrongWallet`: the field and reason of a wallet that it names and
 * that may not be used; `kept`: how many transactions stay unchanged.
 */
export type ImportCommand =
  | { type: 'ImportStatement'; details: ImportDetails; importedCount: number; wrongWallet?: WrongWallet | null }
  | { type: 'BringImport'; brought: Extract<ImportEvent, { type: 'ImportBrought' }>['data'] }
  | { type: 'UndoImport'; kept: number }
  | (Undo<ImportEvent> & { kept?: number })

/**
 * An undone import keeps the number of transactions that stayed. An import restored from a copy cannot be undone,
 * because the events of its transactions are in another account's log.
 */
export type ImportState = EntityState<ImportDetails> & { kept?: number; isBrought?: true }

export const importDecider: Decider<ImportCommand, ImportState, ImportEvent> = {
  entity: 'import',
  initial: { status: 'none' },
  exists: (state) => state.status !== 'none',

  decide(command, state) {
    switch (command.type) {
      case 'ImportStatement': {
        if (command.wrongWallet) throw refusalOf(command.wrongWallet)
        if (command.importedCount > 0) throw new Rejected('CONFLICT', importTexts.standing(command.importedCount))
        refuseUsedId(state)
        return [{ type: 'StatementImported', data: { after: command.details } }]
      }
      case 'BringImport':
        refuseUsedId(state)
        return [{ type: 'ImportBrought', data: command.brought }]
      case 'UndoImport': {
        if (state.status === 'none') throw new Rejected('NOT_FOUND')
        if (state.isBrought) throw new Rejected('CONFLICT', restoreTexts.broughtImport)
        if (state.status === 'deleted') throw new Rejected('CONFLICT', importTexts.undone)
        return [{ type: 'ImportUndone', data: { before: state.details, kept: command.kept } }]
      }
      case 'Undo':
        if (command.entry.type === 'ImportBrought') throw new NotUndoable('never')
        return undoEntityEvent<ImportDetails, ImportEvent>(state, command, {
          deleted: (before) => ({ type: 'ImportUndone', data: { before, kept: command.kept ?? 0 } }),
          restored: (after, createdAt) => ({ type: 'ImportRestored', data: { after, createdAt } }),
          changed: () => {
            throw new NotUndoable('never')
          },
        })
    }
  },

  evolve(state, event) {
    const next = evolveEntity<ImportDetails>(state, event)
    if (event.type === 'ImportUndone') return { ...next, kept: event.data.kept }
    if (event.type !== 'ImportBrought') return next
    const { undone } = event.data
    return { ...existing(next), isBrought: true, ...(undone && { status: 'deleted', updatedAt: undone.at, kept: undone.kept }) }
  },
}

/** The import in the shape of the API, amounts in reais. */
export function toImport(state: ImportState): OnWire<AcceptedImport> {
  const { id, accountId, status, details, createdAt, updatedAt, version } = existing(state)
  const { account: _account, closingDate, closingBalance, income, expense, walletId, ...rest } = details
  const isUndone = status === 'deleted'
  return {
    id,
    ...rest,
    walletId: walletId ?? initialWalletId(accountId),
    closing: closingDate === null || closingBalance === null ? null : { date: closingDate, balance: centavosToReais(closingBalance) },
    income: centavosToReais(income),
    expense: centavosToReais(expense),
    createdAt,
    undoneAt: isUndone ? updatedAt : null,
    keptCount: isUndone ? (state.kept ?? 0) : 0,
    version,
  }
}

export function refusalOf({ field, reason }: WrongWallet): Rejected {
  return new Rejected('VALIDATION', reason, { [field]: [reason] })
}
