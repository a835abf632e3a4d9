import { Rejected } from '@prumo/shared/rejections'
import { defaultReminders, reminderTexts, type ReminderSettings } from '@prumo/shared/reminder-rules'
import type { ReminderChanges } from '@prumo/shared/reminders'
import { changedNames, type Decider } from '../event-store/decider/decider.js'
import { refuseUndone, revertDetails, type Undo } from '../event-store/decider/undo.js'
import type { ReminderEvent } from './reminder.events.js'

/** `emailVerified` as of the head that the command is decided on. `BringReminders` sets those of a copy. */
export type ReminderCommand =
  | { type: 'ChangeReminders'; changes: ReminderChanges; emailVerified: boolean }
  | { type: 'BringReminders'; settings: ReminderSettings; emailVerified: boolean }
  | Undo<ReminderEvent>

export interface ReminderState {
  settings: ReminderSettings
  version: number
  undone: readonly number[]
}

/** The settings of an account's reminders. The entity's id is the account's. */
export const reminderDecider: Decider<ReminderCommand, ReminderState, ReminderEvent> = {
  entity: 'reminders',
  initial: { settings: defaultReminders, version: 0, undone: [] },
  exists: ({ version }) => version > 0,
  canRestartAfterReset: true,

  decide(command, { settings: before, undone }) {
    switch (command.type) {
      case 'ChangeReminders': {
        const { email, push, hour, withAmounts } = command.changes
        if (email && !before.email && !command.emailVerified) throw new Rejected('CONFLICT', reminderTexts.emailUnconfirmed)
        return changed(before, {
          email: email ?? before.email,
          push: push ?? before.push,
          hour: hour ?? before.hour,
          withAmounts: withAmounts ?? before.withAmounts,
        })
      }
      case 'BringReminders':
        return changed(before, { ...command.settings, email: command.settings.email && command.emailVerified })
      case 'Undo':
        // A confirmed e-mail stays so: what was on may be on again.
        refuseUndone(undone, command.position)
        return changed(before, revertDetails(before, command.entry.data))
    }
  },

  evolve: ({ undone }, { entityVersion: version, data, meta }) => ({
    settings: data.after,
    version,
    undone: meta.undoes === undefined ? undone : [...undone, meta.undoes],
  }),
}

function changed(before: ReminderSettings, after: ReminderSettings): ReminderEvent[] {
  return changedNames(before, after).length === 0 ? [] : [{ type: 'RemindersChanged', data: { before, after } }]
}
