import { useState } from 'react'
import { useBrowserValue } from '../../lib/browser-value'
import { ButtonLink } from '../../ui/button'
import { Logo } from '../../ui/logo'
import { Tabs } from '../../ui/tabs'
import { installSteps, systemNames, systemOf, systems, type System } from './install-systems'
import styles from './install-page.module.css'

/** How to have the product at hand, for the device that asks first. */
export function Component() {
  const own = useBrowserValue(() => systemOf(navigator), 'android')
  const [chosen, setChosen] = useState<System | null>(null)
  const shown = chosen ?? own
  const { browser, steps } = installSteps[shown]
  // The visitor's own first.
  const order = [own, ...systems.filter((system) => system !== own)]

  return (
    <main className={styles.page}>
      <a href="/" className={styles.brand}>
        <Logo />
      </a>
      <h1>Deixe o Prumo à mão.</h1>
      <p className={styles.lead}>Instalado, ele abre como qualquer aplicativo, também sem internet. Leva um minuto e não ocupa quase nada.</p>
      <Tabs label="Seu aparelho" panelId="passos" value={shown} onChange={setChosen} tabs={order.map((value) => ({ value, label: systemNames[value] }))} />
      <div role="tabpanel" id="passos" aria-label={systemNames[shown]} className={styles.panel}>
        <h2>{browser}</h2>
        <ol>
          {steps.map(({ text, item: { label, icon: Icon } }) => (
            <li key={text}>
              <p>{text}</p>
              <p className={styles.item} data-button={!Icon}>
                {Icon && <Icon size={22} stroke={1.75} aria-hidden />}
                {label}
              </p>
            </li>
          ))}
        </ol>
      </div>
      <div className={styles.ways}>
        <ButtonLink to="/onboarding" size="lg">
          Continuar
        </ButtonLink>
        <ButtonLink to="/onboarding" size="lg" variant="plain">
          Instalar depois
        </ButtonLink>
      </div>
    </main>
  )
}
