import { useState } from 'react'
import { identityTexts } from '@prumo/shared/identity-texts'
import { useAccount } from '../../data/account'
import { changePassword } from '../../data/profile'
import { registerAfterPasswordChange } from '../../data/push-device'
import { refusalOf } from '../../data/refusal'
import { useForm } from '../../lib/form'
import { checkConfirmation, checkNewPassword } from '../../lib/identity-rules'
import { useUser } from '../../lib/session'
import { Button } from '../../ui/button'
import { PasswordField } from '../../ui/field/password-field'
import { StatusLine } from '../../ui/status-line'
import styles from './account-tab.module.css'
import { Section } from './section'

const blank = { currentPassword: '', newPassword: '', confirmPassword: '' }

/** Changes the password, which signs out all other devices. */
export function PasswordForm() {
  const account = useAccount()
  const { email } = useUser()
  const [status, setStatus] = useState<{ tone: 'success' | 'danger'; text: string } | null>(null)
  const form = useForm(blank, {
    currentPassword: (typed) => (typed === '' ? identityTexts.loginPasswordMissing : null),
    newPassword: checkNewPassword,
    confirmPassword: (typed, { newPassword }) => checkConfirmation(typed, newPassword),
  })

  const submit = form.submit(async ({ currentPassword, newPassword }) => {
    setStatus(null)
    try {
      await changePassword(account, { currentPassword, newPassword })
      void registerAfterPasswordChange(account).catch(() => undefined)
      form.reset(blank)
      setStatus({ tone: 'success', text: 'Senha alterada. Os outros aparelhos precisam entrar de novo.' })
    } catch (failure) {
      const { fields, text } = refusalOf(failure)
      if (!form.reject(fields)) setStatus({ tone: 'danger', text })
    }
  })

  return (
    <Section title="Senha">
      <form noValidate className={styles.form} aria-label="Senha" onChange={() => setStatus(null)} onSubmit={(event) => void submit(event)}>
        {/* Links the new password to its account in password managers. */}
        <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
        <div className={styles.pair}>
          <div className={styles.half}>
            <PasswordField field={form.field('currentPassword')} label="Senha atual" autoComplete="current-password" />
          </div>
          <PasswordField field={form.field('newPassword')} label="Nova senha" rule="Pelo menos 6 caracteres." autoComplete="new-password" />
          <PasswordField field={form.field('confirmPassword')} label="Confirme a nova senha" autoComplete="new-password" />
        </div>
        {status && <StatusLine tone={status.tone}>{status.text}</StatusLine>}
        <Button type="submit" variant="line" busy={form.busy}>
          {form.busy ? 'Salvando…' : 'Trocar senha'}
        </Button>
      </form>
    </Section>
  )
}
