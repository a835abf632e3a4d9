import type { Item } from '../../data/command'
import { isUndelivered } from '../../data/delivery'
import { kindOf } from '../../data/registry'
import type { FormLocationState } from '../../lib/form-address'

/**
 * Whether its form can be opened again with what was typed: not that of a movement of what is gone, which begins
 * nothing new, nor of what was never answered, which may be there.
 */
export function canReopenForm({ command, standing }: Item): boolean {
  if (standing.is !== 'refused' || isUndelivered({ standing }) || command.draft === undefined) return false
  return standing.reason.status !== 404 || !kindOf(command)?.movement
}

/** What the form needs to go on with a refused command, in its place. */
export function reopenedFormState({ command, standing }: Item): FormLocationState {
  const isUsed = standing.is === 'refused' && standing.reason.code === 'CONFLICT'
  const begins = kindOf(command)?.life === 'begins'
  return { draft: command.draft, instead: command.id, ...(begins && !isUsed && { newId: command.entityId }) }
}
