import { editableFields, type Command, type Entity, type QueuedCommand } from '../../data/sync/command'
import { applyCommand, formatsOf, kindOf } from '../../data/sync/entity-registry'

export type ConflictSide = 'mine' | 'theirs'

/** A field that says something else here than in the account. */
export interface ConflictingField {
  field: string
  label: string
  mine: string
  theirs: string
  /** What was seen when the command was made. */
  seen: string
  /** Whether it is this device that changed it. */
  isMine: boolean
}

export interface EditConflict {
  differences: readonly ConflictingField[]
  /** The labels of what is the same on both sides. */
  same: readonly string[]
}

/** Money that is moved is never set back by a correction of something else. */
const ONLY_MOVED = new Set(['currentAmount'])

/** What the two sides of a collision say, written as a person reads it, in the order in which the fields are named. */
export function conflictOf({ command, status }: QueuedCommand): EditConflict | null {
  if (status.is !== 'conflict' || !command.base) return null
  const { base } = command
  const mine = applyCommand(base, command) ?? base
  const { theirs } = status
  const touched = new Set<string>(kindOf(command)?.affectedFields(command))
  const others = editableFields(theirs).filter((field) => touched.has(field) || !ONLY_MOVED.has(field))
  const named = formatsOf(command.entity, [...status.fields, ...others]).map(({ field, label, format }) => ({
    field,
    label,
    mine: format(mine),
    theirs: format(theirs),
    seen: format(base),
    isMine: touched.has(field) && isChanged(base, mine, field),
  }))
  return {
    differences: named.filter((each) => each.mine !== each.theirs),
    same: named.filter((each) => each.mine === each.theirs).map(({ label }) => label),
  }
}

/** Only a correction is chosen field by field: money that moved and a deletion are done again as a whole, or not at all. */
export function isChosenByField(command: Command): boolean {
  return kindOf(command)?.keepFields !== undefined
}

/** What each side is at first: this device's where it changed something, else the account's. */
export function firstChoice({ differences }: EditConflict): Record<string, ConflictSide> {
  return Object.fromEntries(differences.map(({ field, isMine }) => [field, isMine ? 'mine' : 'theirs']))
}

/** The fields in which this device is right. */
export function keptFields(choice: Readonly<Record<string, ConflictSide>>): string[] {
  return Object.keys(choice).filter((field) => choice[field] === 'mine')
}

function isChanged(seen: Entity, mine: Entity, field: string): boolean {
  return (seen as Entity & Record<string, unknown>)[field] !== (mine as Entity & Record<string, unknown>)[field]
}
