import { useState } from 'react'
import { IconDeviceMobile, IconX } from '@tabler/icons-react'
import { useInstall } from '../../lib/install'
import { isInstallOffered, dismissInstallOffer } from '../../lib/install-offer'
import { Button, ButtonLink } from '../../ui/button'
import { IconButton } from '../../ui/icon-button'
import styles from './install-row.module.css'

/** Offers to install the app to a person who has reason to stay. Without the browser's prompt, links to instructions. */
export default function InstallRow() {
  const [isOffered, setOffered] = useState(isInstallOffered)
  const install = useInstall()
  if (!isOffered) return null

  function answer(): void {
    dismissInstallOffer()
    setOffered(false)
    // The focused button is gone: move the focus to the heading.
    document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
  }

  return (
    <section className={styles.row} aria-label="Instalar">
      <IconDeviceMobile size={20} stroke={1.75} aria-hidden />
      <p>
        <b>Deixe o Prumo à mão.</b> Instalado, ele abre como qualquer aplicativo, também sem internet.
      </p>
      {install ? (
        <Button variant="line" size="sm" onClick={() => (install(), answer())}>
          Instalar
        </Button>
      ) : (
        <ButtonLink to="/dashboard/settings?aba=instalacao" variant="line" size="sm">
          Ver como instalar
        </ButtonLink>
      )}
      <IconButton label="Agora não" icon={<IconX size={20} stroke={1.75} aria-hidden />} onClick={answer} />
    </section>
  )
}
