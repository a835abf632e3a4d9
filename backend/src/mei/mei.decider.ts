import type { CalendarDate } from '@prumo/shared/calendar'
import type { Mei, MeiSettings } from '@prumo/shared/mei'
import { MAX_EXCLUDED_CATEGORIES, profileAfter, profileProblem, type MeiProfile } from '@prumo/shared/mei-rules'
import { Rejected } from '@prumo/shared/rejections'
import { searchable } from '@prumo/shared/search'
import { evolveEntity, existing, requireAlive, type Decider, type EntityState } from '../event-store/decider/decider.js'
import { hasSameDetails, undoEntityEvent, type Undo } from '../event-store/decider/undo.js'
import type { MeiEvent } from './mei.events.js'

/**
 * `mustExist` refuses to create a profile if the caller changes one it saw. `RenameExcluded` follows the renaming of a category;
 * `keepsFrom`: transactions have the former name still. `BringMei` sets the profile of a copy.
 */
export type MeiCommand =
  | { type: 'ConfigureMei'; settings: MeiSettings; today: CalendarDate; mustExist?: boolean }
  | { type: 'RenameExcluded'; from: string | null; to: string; keepsFrom: boolean }
  | { type: 'BringMei'; details: ProfileDetails; today: CalendarDate }
  | Undo<MeiEvent>

/** A profile as it is recorded. */
export type ProfileDetails = Extract<MeiEvent, { type: 'MeiRemoved' }>['data']['before']
/** The one profile of an account: its id is the account's. */
export type MeiState = EntityState<ProfileDetails>

export const meiDecider: Decider<MeiCommand, MeiState, MeiEvent> = {
  entity: 'mei',
  initial: { status: 'none' },
  exists: (state) => state.status === 'alive',
  canRestartAfterReset: true,

  decide(command, state) {
    switch (command.type) {
      case 'ConfigureMei': {
        const before = command.mustExist || state.status === 'alive' ? requireAlive(state).details : null
        return configure(before, toDetails(profileAfter(before, command.settings)), command.today)
      }
      case 'BringMei':
        return configure(state.status === 'alive' ? state.details : null, command.details, command.today)
      case 'RenameExcluded': {
        if (state.status !== 'alive' || command.from === null) return []
        const before = state.details
        const excludedCategories = renameExcluded(before.excludedCategories, { ...command, from: command.from })
        const after = { ...before, excludedCategories }
        return hasSameDetails(before, after) ? [] : [{ type: 'MeiConfigured', data: { before, after } }]
      }
      case 'Undo':
        return undoEntityEvent<ProfileDetails, MeiEvent>(state, command, {
          deleted: (before) => ({ type: 'MeiRemoved', data: { before } }),
          restored: (after) => ({ type: 'MeiConfigured', data: { before: null, after } }),
          changed: (before, after) => ({ type: 'MeiConfigured', data: { before, after } }),
        })
    }
  },

  evolve: evolveEntity<ProfileDetails>,
}

/** Throws VALIDATION for a profile that contradicts itself. */
function configure(before: ProfileDetails | null, after: ProfileDetails, today: CalendarDate): MeiEvent[] {
  const problem = profileProblem(after, today)
  if (problem) throw new Rejected('VALIDATION', problem.text, { [problem.field]: [problem.text] })
  return before && hasSameDetails(before, after) ? [] : [{ type: 'MeiConfigured', data: { before, after } }]
}

function toDetails({ activities, excludedCategories, ...rest }: MeiProfile): ProfileDetails {
  return { ...rest, activities: [...activities], excludedCategories: [...excludedCategories] }
}

/** The list with the new name; the former one stays beside it while transactions have it, if there is room. */
function renameExcluded(excluded: readonly string[], { from, to, keepsFrom }: { from: string; to: string; keepsFrom: boolean }): string[] {
  const form = searchable(from)
  if (!excluded.some((name) => searchable(name) === form)) return [...excluded]
  const keeps = keepsFrom && searchable(to) !== form && excluded.length < MAX_EXCLUDED_CATEGORIES
  const renamed = excluded.flatMap((name) => (searchable(name) === form ? (keeps ? [name, to] : [to]) : [name]))
  const forms = renamed.map(searchable)
  return renamed.filter((name, index) => forms.indexOf(searchable(name)) === index)
}

/** The profile in the shape of the API. */
export function toMei(state: MeiState): Mei {
  const { details, version } = existing(state)
  return { ...details, version }
}
