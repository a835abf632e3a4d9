import { useInstall, useInstalled } from '../../lib/install'
import { Button } from '../../ui/button'
import { InstallSteps } from '../../ui/install-steps'
import { Section } from './section'

/** Whether the product is an application of this device, and how it becomes one here or on another. */
export default function InstallTab() {
  const isInstalled = useInstalled()
  const install = useInstall()
  return (
    <>
      <Section title={isInstalled ? 'O Prumo está instalado neste aparelho.' : 'O Prumo está aberto no navegador.'}>
        <p>{isInstalled ? 'Ele abre como qualquer aplicativo, também sem internet.' : 'Instalado, ele abre como qualquer aplicativo, também sem internet. Leva um minuto e não ocupa quase nada.'}</p>
        {install && !isInstalled && <Button onClick={install}>Instalar agora</Button>}
      </Section>
      <Section title={isInstalled ? 'Instalar em outro aparelho' : 'Como instalar'}>
        <InstallSteps />
      </Section>
    </>
  )
}
