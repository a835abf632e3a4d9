import { useState, type ReactNode } from 'react'
import { identityTexts } from '@prumo/shared/identity-texts'
import { ApiError, messageOf } from '../../lib/api'
import { useBrowserValue } from '../../lib/browser-value'
import { useForm } from '../../lib/form'
import { Button, ButtonLink } from '../../ui/button'
import { StatusLine } from '../../ui/status-line'
import { IdentityLayout } from './identity-layout'
import styles from './identity-layout.module.css'
import { confirmEmail } from './identity.api'

type ConfirmationOutcome = 'asked' | 'done' | 'dead' | 'taken'

const ACCOUNT_TAB = '/dashboard/settings?aba=conta'

/**
 * The target of a mailed link. The person has to press a button, because mail scanners follow links too and would confirm the
 * address by themselves.
 */
export function Component() {
  const token = useBrowserValue(tokenOfAddress, null)
  const [outcome, setOutcome] = useState<ConfirmationOutcome>('asked')
  const [failure, setFailure] = useState<string | null>(null)
  const form = useForm({}, {})

  const submit = form.submit(async () => {
    setFailure(null)
    try {
      await confirmEmail(token ?? '')
      setOutcome('done')
    } catch (refusal) {
      if (refusal instanceof ApiError && refusal.status === 400) setOutcome('dead')
      else if (refusal instanceof ApiError && refusal.status === 409) setOutcome('taken')
      else setFailure(messageOf(refusal))
    }
  })

  if (outcome === 'done') {
    return (
      <ConfirmationResult to="/dashboard" wayOn="Abrir o Prumo">
        <StatusLine tone="success" title="Email confirmado.">
          É com ele que você entra no Prumo.
        </StatusLine>
      </ConfirmationResult>
    )
  }
  if (outcome === 'taken') {
    return (
      <ConfirmationResult to={ACCOUNT_TAB} wayOn="Escolher outro email">
        <StatusLine tone="danger">{identityTexts.emailTakenSince}</StatusLine>
      </ConfirmationResult>
    )
  }
  if (outcome === 'dead' || token === '') {
    return (
      <ConfirmationResult to={ACCOUNT_TAB} wayOn="Pedir outro link">
        <StatusLine tone="danger">{identityTexts.emailLinkInvalid}</StatusLine>
      </ConfirmationResult>
    )
  }
  return (
    <IdentityLayout title="Confirmar email" lead="Falta um toque para confirmar que este email é seu.">
      <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
        {failure && <StatusLine tone="danger">{failure}</StatusLine>}
        <Button type="submit" size="lg" block busy={form.busy}>
          {form.busy ? 'Confirmando…' : 'Confirmar'}
        </Button>
      </form>
    </IdentityLayout>
  )
}

/** The outcome, with a link to continue: through the login for a person who is signed out. */
function ConfirmationResult({ to, wayOn, children }: { to: string; wayOn: string; children: ReactNode }) {
  return (
    <IdentityLayout title="Confirmar email">
      <div className={styles.form}>
        {children}
        <ButtonLink to={to} size="lg" block>
          {wayOn}
        </ButtonLink>
      </div>
    </IdentityLayout>
  )
}

/** The token is in the fragment, which browsers never send to a server. */
function tokenOfAddress(): string {
  return new URLSearchParams(window.location.hash.slice(1)).get('token') ?? ''
}
