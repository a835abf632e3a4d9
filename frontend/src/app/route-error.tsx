import { useEffect } from 'react'
import { useLocation, useRouteError } from 'react-router-dom'
import { Button, ButtonLink } from '../ui/button'
import { usePageHeading } from '../ui/page'
import styles from './route-error.module.css'

const MISSING_CHUNK = /dynamically imported module|module script failed|preload CSS|error loading/i

/** Replaces the whole app if not even the shell could be loaded. */
export function AppError() {
  return (
    <main className={styles.app}>
      <RouteError />
    </main>
  )
}

/** Replaces a screen that failed: the problem, and a way on. */
export function RouteError() {
  const failure = useRouteError()
  const { pathname } = useLocation()
  const missing = failure instanceof Error && MISSING_CHUNK.test(failure.message)
  const title = missing ? 'Esta tela não foi carregada' : 'Esta tela parou'
  const heading = usePageHeading(title)

  useEffect(() => {
    if (!missing) console.error(failure)
  }, [failure, missing])

  return (
    <div className={styles.error} role="alert">
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <p>
        {missing
          ? 'A conexão caiu ou há uma versão nova do Prumo. Recarregue para continuar.'
          : 'O erro é nosso. O que você já salvou continua salvo. Recarregue ou volte para a Visão Geral.'}
      </p>
      <div className={styles.actions}>
        <Button onClick={() => window.location.reload()}>Recarregar</Button>
        {pathname !== '/dashboard' && (
          <ButtonLink to="/dashboard" variant="line">
            Voltar para a Visão Geral
          </ButtonLink>
        )}
      </div>
    </div>
  )
}
