import type { QueuedCommand } from '../../data/sync/command'
import { isUndelivered } from '../../data/sync/queue'
import { kindOf } from '../../data/sync/entity-registry'
import type { FormLocationState } from '../../lib/form-address'

/**
 * Whether its form can be opened again with what was typed: not that of a movement of what is gone, which begins
 * nothing new, nor of what was never answered, which may be there.
 */
export function canReopenForm({ command, status }: QueuedCommand): boolean {
  if (status.is !== 'refused' || isUndelivered({ status }) || command.draft === undefined) return false
  return status.reason.status !== 404 || !kindOf(command)?.isDelta
}

/** What the form needs to go on with a refused command, in its place. */
export function reopenedFormState({ command, status }: QueuedCommand): FormLocationState {
  const isUsed = status.is === 'refused' && status.reason.code === 'CONFLICT'
  const begins = kindOf(command)?.lifecycle === 'creates'
  return { draft: command.draft, instead: command.id, ...(begins && !isUsed && { newId: command.entityId }) }
}
