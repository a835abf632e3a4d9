import { useState } from 'react'
import { MAX_EMAIL } from '@prumo/shared/limits'
import { ApiError, messageOf } from '../../lib/api'
import { useForm } from '../../lib/form'
import { checkEmail } from '../../lib/identity-rules'
import { Button } from '../../ui/button'
import { TextField } from '../../ui/field/text-field'
import { StatusLine } from '../../ui/status-line'
import { IdentityLayout } from './identity-layout'
import styles from './identity-layout.module.css'
import { requestReset } from './identity.api'

export function Component() {
  const [sent, setSent] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const form = useForm({ email: '' }, { email: checkEmail })

  const submit = form.submit(async ({ email }) => {
    setFailure(null)
    try {
      await requestReset(email)
      setSent(true)
    } catch (refusal) {
      if (refusal instanceof ApiError && form.reject(refusal.fields)) return
      setFailure(messageOf(refusal))
    }
  })

  return (
    <IdentityLayout
      title="Recuperar senha"
      lead={sent ? null : 'Digite o email da sua conta. O link para criar outra senha chega por ele.'}
      footer={
        <a href="/login" className={styles.link}>
          Voltar para o login
        </a>
      }
    >
      {sent ? (
        <div className={styles.form}>
          <StatusLine tone="success" title="Se houver uma conta com este email, enviamos um link.">
            O link vale por 1 hora. Se ele não chegar, confira a caixa de spam.
          </StatusLine>
        </div>
      ) : (
        <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
          {failure && <StatusLine tone="danger">{failure}</StatusLine>}
          <TextField
            field={form.field('email')}
            label="Email"
            type="email"
            inputMode="email"
            autoComplete="username"
            autoCapitalize="none"
            maxLength={MAX_EMAIL}
          />
          <Button type="submit" size="lg" block busy={form.busy}>
            {form.busy ? 'Enviando…' : 'Enviar link'}
          </Button>
        </form>
      )}
    </IdentityLayout>
  )
}
