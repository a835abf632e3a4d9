import { ButtonLink } from '../../ui/button'
import { InstallSteps } from '../../ui/install-steps'
import { Logo } from '../../ui/logo'
import styles from './install-page.module.css'

/** Explains how to install the product, for this device first. */
export function Component() {
  return (
    <main className={styles.page}>
      <a href="/" className={styles.brand}>
        <Logo />
      </a>
      <h1>Deixe o Prumo à mão.</h1>
      <p className={styles.lead}>
        Instalado, ele abre como qualquer aplicativo, também sem internet. Leva um minuto e não ocupa quase nada.
      </p>
      <InstallSteps />
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
