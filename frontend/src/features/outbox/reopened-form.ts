import type { QueuedCommand } from '../../data/sync/command'
import { isUndelivered } from '../../data/sync/queue'
import { kindOf } from '../../data/sync/entity-registry'
import type { FormLocationState } from '../../lib/form-address'

/**
 * Whether the form can be reopened with the draft. Excluded are movements of a deleted entity, which cannot become new, and
 * commands that were never answered, which the account may already have.
 */
export function canReopenForm({ command, status }: QueuedCommand): boolean {
  if (status.is !== 'refused' || isUndelivered({ status }) || command.draft === undefined) return false
  return status.reason.status !== 404 || !kindOf(command)?.isDelta
}

/** The navigation state with which a form replaces a refused command. */
export function reopenedFormState({ command, status }: QueuedCommand): FormLocationState {
  const isUsed = status.is === 'refused' && status.reason.code === 'CONFLICT'
  const begins = kindOf(command)?.lifecycle === 'creates'
  return { draft: command.draft, replaces: command.id, ...(begins && !isUsed && { newId: command.entityId }) }
}
