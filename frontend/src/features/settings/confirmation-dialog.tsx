import { useId, useState } from 'react'
import { identityTexts } from '@prumo/shared/identity-texts'
import { useAccount } from '../../data/account'
import { confirmByPassword } from '../../data/confirmation'
import { useOffline } from '../../data/connection'
import { refusalOf } from '../../data/refusal'
import { useForm } from '../../lib/form'
import { useUser } from '../../lib/session'
import { Button } from '../../ui/button'
import { PasswordField } from '../../ui/field/password-field'
import { Dialog } from '../../ui/overlay/dialog'
import { StatusLine } from '../../ui/status-line'

interface ConfirmationDialogProps {
  open: boolean
  onClose: () => void
  onConfirmed: () => void
}

const blank = { password: '' }

/** Asks whoever is signed in for the password, before how they come in is changed. */
export default function ConfirmationDialog({ open, onClose, onConfirmed }: ConfirmationDialogProps) {
  const account = useAccount()
  const { email } = useUser()
  const isOffline = useOffline()
  const formId = useId()
  const [problem, setProblem] = useState<string | null>(null)
  const form = useForm(blank, { password: (typed) => (typed === '' ? identityTexts.loginPasswordMissing : null) })

  function close(): void {
    form.reset()
    setProblem(null)
    onClose()
  }

  const submit = form.submit(async ({ password }) => {
    if (isOffline) return
    setProblem(null)
    try {
      await confirmByPassword(account, password)
      form.reset()
      onConfirmed()
    } catch (failure) {
      const { fields, text } = refusalOf(failure)
      if (!form.reject(fields)) setProblem(text)
    }
  })

  return (
    <Dialog
      open={open}
      onClose={close}
      title="Confirme que é você"
      actions={
        <>
          <Button variant="line" onClick={close}>
            Cancelar
          </Button>
          <Button type="submit" form={formId} disabled={isOffline} busy={form.busy}>
            {form.busy ? 'Confirmando…' : 'Confirmar'}
          </Button>
        </>
      }
    >
      <p>Você vai mudar como entra na conta. Por segurança, digite sua senha. Ela vale por 5 minutos neste aparelho.</p>
      <form id={formId} noValidate onSubmit={(event) => void submit(event)}>
        <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
        <PasswordField field={form.field('password')} label="Sua senha" autoComplete="current-password" />
      </form>
      {isOffline && <p>Precisa de internet: a senha é conferida no servidor.</p>}
      {problem && <StatusLine tone="danger">{problem}</StatusLine>}
    </Dialog>
  )
}
