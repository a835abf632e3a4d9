import { editableFields, type Command, type Entity, type QueuedCommand, type ReferredNames } from '../../data/sync/command'
import { applyCommand, formatsOf, kindOf } from '../../data/sync/entity-registry'

export type ConflictSide = 'mine' | 'theirs'

/** A field whose value on this device differs from the account's. */
export interface ConflictingField {
  field: string
  label: string
  mine: string
  theirs: string
  /** The value before the command. */
  seen: string
  /** This device changed the field. */
  isMine: boolean
}

export interface EditConflict {
  differences: readonly ConflictingField[]
  /** The labels of the fields that are equal on both sides. */
  same: readonly string[]
}

/** A correction of other fields never restores an amount: only movements change it. */
const ONLY_MOVED = new Set(['currentAmount'])

/** Formats both sides of a conflict, in the order of the entity's fields. Null unless the command is in conflict. */
export function conflictOf({ command, status }: QueuedCommand, names: ReferredNames): EditConflict | null {
  if (status.is !== 'conflict' || !command.base) return null
  const { base } = command
  const mine = applyCommand(base, command) ?? base
  const { theirs } = status
  const touched = new Set<string>(kindOf(command)?.affectedFields(command))
  const others = editableFields(theirs).filter((field) => touched.has(field) || !ONLY_MOVED.has(field))
  const named = formatsOf(command.entity, [...status.fields, ...others]).map(({ field, label, format }) => ({
    field,
    label,
    mine: format(mine, names),
    theirs: format(theirs, names),
    seen: format(base, names),
    isMine: touched.has(field) && isChanged(base, mine, field),
  }))
  return {
    differences: named.filter((each) => each.mine !== each.theirs),
    same: named.filter((each) => each.mine === each.theirs).map(({ label }) => label),
  }
}

/** Whether the person chooses field by field. Movements and deletions are repeated as a whole or dropped. */
export function isChosenByField(command: Command): boolean {
  return kindOf(command)?.keepFields !== undefined
}

/** The initial choice: this device's side for the fields it changed, otherwise the account's. */
export function firstChoice({ differences }: EditConflict): Record<string, ConflictSide> {
  return Object.fromEntries(differences.map(({ field, isMine }) => [field, isMine ? 'mine' : 'theirs']))
}

/** The fields for which this device's side was chosen. */
export function keptFields(choice: Readonly<Record<string, ConflictSide>>): string[] {
  return Object.keys(choice).filter((field) => choice[field] === 'mine')
}

function isChanged(seen: Entity, mine: Entity, field: string): boolean {
  return (seen as Entity & Record<string, unknown>)[field] !== (mine as Entity & Record<string, unknown>)[field]
}
