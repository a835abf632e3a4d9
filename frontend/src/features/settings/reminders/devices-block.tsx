import { useRef, useState } from 'react'
import { IconDeviceLaptop, IconDeviceMobile, IconSend } from '@tabler/icons-react'
import type { ReminderDevice, Reminders } from '@prumo/shared/reminders'
import { useAccount } from '../../../data/account'
import { useOffline } from '../../../data/connection'
import { removeDevice } from '../../../data/push-device'
import { refusalOf } from '../../../data/refusal'
import { sendReminderTest } from '../../../data/reminders'
import { Button } from '../../../ui/button'
import { StatusLine } from '../../../ui/status-line'
import rows from '../rows.module.css'
import { Block } from './block'
import { Permission } from './permission'
import { deliveryText } from './reminder-texts'
import styles from './reminders.module.css'
import type { ThisDevice } from './use-this-device'

interface DevicesBlockProps {
  reminders: Reminders
  device: ThisDevice
}

/** The devices that receive notifications, each with its last delivery; and a test on every channel that is on. */
export function DevicesBlock({ reminders: { devices, push, email }, device }: DevicesBlockProps) {
  const account = useAccount()
  const isOffline = useOffline()
  const heading = useRef<HTMLHeadingElement>(null)
  const [busy, setBusy] = useState<string | null>(null)
  const [status, setStatus] = useState<{ tone: 'success' | 'danger'; text: string } | null>(null)
  const canTest = email || (push && devices.length > 0)

  async function run(name: string, work: () => Promise<void>, done: string): Promise<void> {
    setBusy(name)
    setStatus(null)
    try {
      await work()
      setStatus({ tone: 'success', text: done })
    } catch (failure) {
      setStatus({ tone: 'danger', text: refusalOf(failure).text })
    } finally {
      setBusy(null)
    }
  }

  const remove = async ({ id, device: name }: ReminderDevice): Promise<void> => {
    await run(id, () => removeDevice(account, id), `${name}: desligado.`)
    // The row goes with its button.
    heading.current?.focus()
  }

  return (
    <Block title="Aparelhos" headingRef={heading}>
      {devices.length > 0 && (
        <ul className={`${rows.rows} ${styles.devices}`}>
          {devices.map((each) => (
            <li key={each.id}>
              <DeviceIcon name={each.device} />
              <p>
                <b>{each.device}</b>
                <span>{deliveryText(each, each.id === device.id)}</span>
              </p>
              <Button
                variant="quiet"
                size="sm"
                busy={busy === each.id}
                disabled={isOffline}
                aria-label={`Desligar ${each.device}`}
                onClick={() => void remove(each)}
              >
                Desligar
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Permission device={device} />
      <Button
        variant="line"
        icon={<IconSend size={20} stroke={1.75} aria-hidden />}
        busy={busy === 'test'}
        disabled={isOffline || !canTest}
        onClick={() => void run('test', () => sendReminderTest(account), 'Teste enviado. Ele chega em instantes.')}
      >
        {busy === 'test' ? 'Enviando…' : 'Enviar um teste'}
      </Button>
      {status && <StatusLine tone={status.tone}>{status.text}</StatusLine>}
    </Block>
  )
}

function DeviceIcon({ name }: { name: string }) {
  const Icon = /(Android|iPhone|iPad)$/.test(name) ? IconDeviceMobile : IconDeviceLaptop
  return <Icon size={22} stroke={1.75} aria-hidden />
}
