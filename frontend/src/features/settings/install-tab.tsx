import { useInstall } from '../../lib/install'
import { isInstalled } from '../../lib/installed'
import { Button } from '../../ui/button'
import { InstallSteps } from '../../ui/install-steps'
import { Section } from './section'

/** Whether the product is an application of this device, and how it becomes one here or on another. */
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
