import { useOffline } from '../../../data/connection'
import { useUser } from '../../../lib/session'
import { Switch } from '../../../ui/field/switch'
import type { ReminderSettingsForm } from './use-reminder-settings'

/** Turns the mails on, once the address is confirmed. @param label the address itself where nothing else names it */
export function EmailSwitch({ form: { shown, change }, label, note }: { form: ReminderSettingsForm; label?: string; note?: string }) {
  const { email, emailVerified } = useUser()
  const isOffline = useOffline()
  return (
    <Switch
      label={label ?? email}
      note={emailVerified ? (note ?? email) : 'Confirme o email antes, pelo link que chegou nele.'}
      checked={shown.email}
      disabled={isOffline || (!emailVerified && !shown.email)}
      onChange={(isOn) => void change({ email: isOn })}
    />
  )
}
