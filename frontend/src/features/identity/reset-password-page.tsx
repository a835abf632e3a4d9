import { useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import { identityTexts } from '@prumo/shared/identity-texts'
import { ApiError, messageOf } from '../../lib/api'
import { useForm } from '../../lib/form'
import { endSession } from '../../lib/session'
import { Button, ButtonLink } from '../../ui/button/button'
import { PasswordField } from '../../ui/form/password-field'
import { StatusLine } from '../../ui/page/status-line'
import { IdentityLayout } from './identity-layout'
import styles from './identity-layout.module.css'
import { checkConfirmation, checkNewPassword } from './identity-rules'
import { resetPassword } from './identity.api'

export function Component() {
  const token = useSearchParams()[0].get('token') ?? ''
  const [refused, setRefused] = useState(token === '')
  return refused ? <DeadLink /> : <NewPassword token={token} onRefused={() => setRefused(true)} />
}

function NewPassword({ token, onRefused }: { token: string; onRefused: () => void }) {
  const navigate = useNavigate()
  const [failure, setFailure] = useState<string | null>(null)
  const form = useForm(
    { password: '', confirmPassword: '' },
    { password: checkNewPassword, confirmPassword: (typed, { password }) => checkConfirmation(typed, password) },
  )

  const submit = form.submit(async ({ password }) => {
    setFailure(null)
    try {
      await resetPassword(token, password)
      // Every session of the account has ended with it, this device's too.
      endSession('signed-out')
      await navigate('/login', { replace: true, state: { notice: 'Senha alterada. Entre com a nova senha.' } })
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
        <Link to="/login" className={styles.link}>
          Voltar para o login
        </Link>
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
