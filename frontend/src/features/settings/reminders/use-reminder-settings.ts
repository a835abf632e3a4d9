import { useState } from 'react'
import type { ReminderSettings } from '@prumo/shared/reminder-rules'
import type { Reminders } from '@prumo/shared/reminders'
import { useAccount } from '../../../data/account'
import { refusalOf } from '../../../data/refusal'
import { changeReminders } from '../../../data/reminders'

export interface ReminderSettingsForm {
  /** The settings with the change that is being sent. */
  shown: ReminderSettings
  failure: string | null
  change: (changes: Partial<ReminderSettings>) => Promise<void>
}

/** Changes settings at once; a refused one falls back and says why. */
export function useReminderSettings(reminders: Reminders): ReminderSettingsForm {
  const account = useAccount()
  const [pending, setPending] = useState<Partial<ReminderSettings>>({})
  const [failure, setFailure] = useState<string | null>(null)

  async function change(changes: Partial<ReminderSettings>): Promise<void> {
    setFailure(null)
    setPending((before) => ({ ...before, ...changes }))
    try {
      await changeReminders(account, changes)
    } catch (refused) {
      setFailure(refusalOf(refused).text)
    } finally {
      setPending((before) => withoutKeys(before, changes))
    }
  }

  const { email, push, hour, withAmounts } = reminders
  return { shown: { email, push, hour, withAmounts, ...pending }, failure, change }
}

function withoutKeys(pending: Partial<ReminderSettings>, sent: Partial<ReminderSettings>): Partial<ReminderSettings> {
  return Object.fromEntries(Object.entries(pending).filter(([name]) => !(name in sent)))
}
