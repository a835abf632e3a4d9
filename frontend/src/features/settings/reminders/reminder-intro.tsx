import type { Reminders } from '@prumo/shared/reminders'
import { useOffline } from '../../../data/connection'
import { isInstalled } from '../../../lib/installed'
import { StatusLine } from '../../../ui/status-line'
import { useDeviceNoun } from '../../../ui/use-device-noun'
import { Block } from './block'
import { CalendarBlock } from './calendar-block'
import { EmailSwitch } from './email-switch'
import { MessagePreview } from './message-preview'
import { IPhoneSteps, Permission } from './permission'
import { atHour, reminderScreenTexts } from './reminder-texts'
import styles from './reminders.module.css'
import type { ReminderSettingsForm } from './use-reminder-settings'
import type { ThisDevice } from './use-this-device'

interface ReminderIntroProps {
  reminders: Reminders
  form: ReminderSettingsForm
  device: ThisDevice
}

/** Before any reminder: what arrives, and the one button that turns it on. */
export function ReminderIntro({ reminders, form, device }: ReminderIntroProps) {
  const noun = useDeviceNoun()
  const isOffline = useOffline()
  const { hour, withAmounts } = form.shown
  return (
    <div data-blocks className={styles.blocks}>
      <section className={styles.intro} aria-labelledby="lembretes-antes">
        <h2 id="lembretes-antes">Este {noun} ainda não avisa você</h2>
        <p>
          Um resumo por dia, {atHour(hour)}, só quando há conta, entrada ou obrigação.{!withAmounts && ' Sem nomes nem valores na tela.'}
        </p>
        <MessagePreview settings={form.shown} />
        <Permission device={device} isMain />
        {isOffline && <p className={styles.small}>{reminderScreenTexts.offline}</p>}
      </section>
      {!isInstalled() && (
        <Block title="No iPhone">
          <IPhoneSteps />
        </Block>
      )}
      <Block title="Por email">
        <EmailSwitch form={form} note="O mesmo resumo, uma vez por dia, com os nomes" />
        {form.failure && <StatusLine tone="danger">{form.failure}</StatusLine>}
      </Block>
      <CalendarBlock createdAt={reminders.calendarCreatedAt} />
    </div>
  )
}
