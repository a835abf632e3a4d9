import { useState } from 'react'
import { identityTexts } from '@prumo/shared/identity-texts'
import { ApiError, messageOf } from '../../lib/api'
import { saveArrival } from '../../lib/arrival'
import { useBrowserValue } from '../../lib/browser-value'
import { useForm } from '../../lib/form'
import { checkConfirmation, checkNewPassword } from '../../lib/identity-rules'
import { endSession } from '../../lib/session'
import { usePageNavigate } from '../../lib/page-navigate'
import { Button, ButtonLink } from '../../ui/button'
import { PasswordField } from '../../ui/field/password-field'
import { StatusLine } from '../../ui/status-line'
import { IdentityLayout } from './identity-layout'
import styles from './identity-layout.module.css'
import { resetPassword } from './identity.api'

export function Component() {
  const token = useBrowserValue(tokenOfAddress, null)
  const [refused, setRefused] = useState(false)
  return refused || token === '' ? <DeadLink /> : <NewPassword token={token ?? ''} onRefused={() => setRefused(true)} />
}

/** The token of a mailed link, from the fragment, which browsers never send. Older links have it in the query. */
function tokenOfAddress(): string {
  const { hash, search } = window.location
  return new URLSearchParams(hash.slice(1)).get('token') ?? new URLSearchParams(search).get('token') ?? ''
}

function NewPassword({ token, onRefused }: { token: string; onRefused: () => void }) {
  const visit = usePageNavigate()
  const [failure, setFailure] = useState<string | null>(null)
  const form = useForm(
    { password: '', confirmPassword: '' },
    { password: checkNewPassword, confirmPassword: (typed, { password }) => checkConfirmation(typed, password) },
  )

  const submit = form.submit(async ({ password }) => {
    setFailure(null)
    try {
      await resetPassword(token, password)
      // A new password ends every session of the account, including this device's.
      endSession('signed-out')
      saveArrival({ notice: identityTexts.passwordReset })
      visit('/login', { replace: true })
    } catch (refusal) {
      if (refusal instanceof ApiError && form.reject(refusal.fields)) return
      if (refusal instanceof ApiError && refusal.status === 400) return onRefused()
      setFailure(messageOf(refusal))
    }
  })

  return (
    <IdentityLayout title="Criar nova senha">
      <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
        {failure && <StatusLine tone="danger">{failure}</StatusLine>}
        <PasswordField field={form.field('password')} label="Nova senha" hint="Pelo menos 6 caracteres." autoComplete="new-password" />
        <PasswordField field={form.field('confirmPassword')} label="Confirme a nova senha" autoComplete="new-password" />
        <Button type="submit" size="lg" block busy={form.busy}>
          {form.busy ? 'Salvando…' : 'Salvar nova senha'}
        </Button>
      </form>
    </IdentityLayout>
  )
}

function DeadLink() {
  return (
    <IdentityLayout
      title="Criar nova senha"
      footer={
        <a href="/login" className={styles.link}>
          Voltar para o login
        </a>
      }
    >
      <div className={styles.form}>
        <StatusLine tone="danger">{identityTexts.resetLinkInvalid}</StatusLine>
        <ButtonLink to="/forgot-password" size="lg" block>
          Pedir outro link
        </ButtonLink>
      </div>
    </IdentityLayout>
  )
}
