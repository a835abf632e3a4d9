import { useInstall } from '../../lib/install'
import { isInstalled } from '../../lib/installed'
import { Button } from '../../ui/button'
import { InstallSteps } from '../../ui/install-steps'
import { Section } from './section'

/** Says whether the app is installed, and explains how to install it on this device or another. */
export default function InstallTab() {
  const isHere = isInstalled()
  const install = useInstall()
  return (
    <>
      <Section title={isHere ? 'O Prumo está instalado neste aparelho.' : 'O Prumo está aberto no navegador.'}>
        <p>
          {isHere
            ? 'Ele abre como qualquer aplicativo, também sem internet.'
            : 'Instalado, ele abre como qualquer aplicativo, também sem internet. Leva um minuto e não ocupa quase nada.'}
        </p>
        {install && !isHere && <Button onClick={install}>Instalar agora</Button>}
      </Section>
      <Section title={isHere ? 'Instalar em outro aparelho' : 'Como instalar'}>
        <InstallSteps />
      </Section>
    </>
  )
}
