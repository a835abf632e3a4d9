import { useOffline } from '../../../data/connection'
import { isInstalled } from '../../../lib/installed'
import { Button } from '../../../ui/button'
import { systemOf } from '../../../ui/install-systems'
import { Link } from '../../../ui/link'
import { StatusLine } from '../../../ui/status-line'
import { useDeviceNoun } from '../../../ui/use-device-noun'
import { tabAddress } from '../tab-address'
import { allowAgainText, reminderScreenTexts } from './reminder-texts'
import styles from './reminders.module.css'
import type { ThisDevice } from './use-this-device'

/** Turns notifications on in this browser, or says why that does not work. Empty where they are on. */
export function Permission({ device, isMain = false }: { device: ThisDevice; isMain?: boolean }) {
  const noun = useDeviceNoun()
  const isOffline = useOffline()
  const { state, isPrompted, isBusy, failure, allow } = device
  if (state === 'on') return null
  if (state === 'none' || state === 'off') return <p className={styles.quiet}>{reminderScreenTexts[state]}</p>
  if (state === 'install') return isMain ? null : <IPhoneSteps />
  if (state === 'denied') {
    return (
      <StatusLine tone="warning" title={`Bloqueado neste ${noun}`}>
        {allowAgainText(systemOf(navigator), isInstalled())}
      </StatusLine>
    )
  }
  return (
    <div className={styles.permission}>
      <Button
        variant={isMain ? 'signal' : 'action'}
        size={isMain ? 'lg' : 'md'}
        className={isMain ? styles.allow : undefined}
        busy={isBusy}
        disabled={isOffline}
        onClick={() => void allow()}
      >
        {isBusy ? 'Ligando…' : `${isPrompted ? 'Permitir' : 'Ligar'} neste ${noun}`}
      </Button>
      {isPrompted && (
        <p className={styles.small}>
          {noun === 'celular' ? 'O celular' : 'O navegador'} vai perguntar de novo. Sem a sua permissão, nada chega.
        </p>
      )}
      {failure && <StatusLine tone="danger">{failure}</StatusLine>}
    </div>
  )
}

/** How to install the app on an iPhone, where only an installed one receives notifications. */
export function IPhoneSteps() {
  return (
    <p className={styles.quiet}>
      Instale antes: “Compartilhar”, “Adicionar à Tela de Início”. Depois abra o Prumo por lá.{' '}
      <Link to={tabAddress('instalacao')}>Como instalar</Link>
    </p>
  )
}
