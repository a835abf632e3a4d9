import { useState } from 'react'
import { useBrowserValue } from '../lib/browser-value'
import { installSteps, systemNames, systemOf, installSystems, type InstallSystem } from './install-systems'
import styles from './install-steps.module.css'
import { Tabs } from './tabs'

const PANEL = 'passos'

/** The steps to install the app on each system, this device's own first. */
export function InstallSteps() {
  const own = useBrowserValue(() => systemOf(navigator), 'android')
  const [chosen, setChosen] = useState<InstallSystem | null>(null)
  const shown = chosen ?? own
  const { browser, steps } = installSteps[shown]
  const order = [own, ...installSystems.filter((system) => system !== own)]

  return (
    <div className={styles.steps}>
      <Tabs
        label="Seu aparelho"
        panelId={PANEL}
        value={shown}
        onChange={setChosen}
        tabs={order.map((value) => ({ value, label: systemNames[value] }))}
      />
      <div role="tabpanel" id={PANEL} aria-label={systemNames[shown]} className={styles.panel}>
        <p className={styles.browser}>{browser}</p>
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
    </div>
  )
}
