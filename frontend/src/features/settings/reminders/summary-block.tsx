import type { Ref } from 'react'
import { useOffline } from '../../../data/connection'
import { PlainSelect } from '../../../ui/field/plain-select'
import { Switch } from '../../../ui/field/switch'
import { StatusLine } from '../../../ui/status-line'
import { Block } from './block'
import { EmailSwitch } from './email-switch'
import { devicesText, hourOptions, reminderScreenTexts } from './reminder-texts'
import styles from './reminders.module.css'
import type { ReminderSettingsForm } from './use-reminder-settings'
import type { ThisDevice } from './use-this-device'

interface SummaryBlockProps {
  form: ReminderSettingsForm
  device: ThisDevice
  deviceCount: number
  headingRef: Ref<HTMLHeadingElement>
}

/** When the digest is sent, by which channels, and whether it shows amounts. */
export function SummaryBlock({ form, device, deviceCount, headingRef }: SummaryBlockProps) {
  const { shown, failure, change } = form
  const isOffline = useOffline()

  /** The first device is this one, where it may still be asked. */
  function changePush(isOn: boolean): void {
    if (isOn && deviceCount === 0 && device.state === 'ask') void device.allow()
    else void change({ push: isOn })
  }

  return (
    <Block title="Resumo do dia" isFirst headingRef={headingRef}>
      <p className={styles.lead}>Uma mensagem por dia, só quando há o que dizer.</p>
      <div className={styles.hour}>
        <span aria-hidden>Hora</span>
        <PlainSelect
          label="Hora"
          value={String(shown.hour)}
          options={hourOptions}
          isDisabled={isOffline}
          onChange={(hour) => void change({ hour: Number(hour) })}
        />
      </div>
      <Switch label="Notificação" note={devicesText(deviceCount)} checked={shown.push} disabled={isOffline} onChange={changePush} />
      <EmailSwitch form={form} label="Email" />
      <Switch
        label="Mostrar valores"
        note={shown.withAmounts ? reminderScreenTexts.amountsShown : reminderScreenTexts.amountsHidden}
        checked={shown.withAmounts}
        disabled={isOffline}
        onChange={(withAmounts) => void change({ withAmounts })}
      />
      {failure && <StatusLine tone="danger">{failure}</StatusLine>}
      {isOffline && <p className={styles.small}>{reminderScreenTexts.offline}</p>}
    </Block>
  )
}
