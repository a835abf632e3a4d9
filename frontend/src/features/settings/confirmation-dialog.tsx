import { useId, useState } from 'react'
import { identityTexts } from '@prumo/shared/identity-texts'
import { passkeyTexts } from '@prumo/shared/passkey-texts'
import { useAccount } from '../../data/account'
import { confirmByPasskey, confirmByPassword } from '../../data/confirmation'
import { useOffline } from '../../data/connection'
import { usePasskeys } from '../../data/passkeys'
import { refusalOf } from '../../data/refusal'
import { useForm } from '../../lib/form'
import { hasPasskeySupport, PasskeyError } from '../../lib/passkeys'
import { useUser } from '../../lib/session'
import { Button } from '../../ui/button'
import { PasswordField } from '../../ui/field/password-field'
import { Dialog } from '../../ui/overlay/dialog'
import { StatusLine } from '../../ui/status-line'

interface ConfirmationDialogProps {
  /** Says what is about to happen, and why a confirmation is needed. */
  lead: string
  open: boolean
  onClose: () => void
  onConfirmed: () => void
}

const blank = { password: '' }

/** Asks a signed-in person for the password or a passkey, before a request that a stolen session must not make. */
export default function ConfirmationDialog({ lead, open, onClose, onConfirmed }: ConfirmationDialogProps) {
  const account = useAccount()
  const { email } = useUser()
  const isOffline = useOffline()
  const { data: passkeys = [] } = usePasskeys()
  const hasPasskey = hasPasskeySupport() && passkeys.length > 0
  const formId = useId()
  const [isAsking, setAsking] = useState(false)
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

  async function confirmWithDevice(): Promise<void> {
    setProblem(null)
    setAsking(true)
    try {
      await confirmByPasskey(account)
      form.reset()
      onConfirmed()
    } catch (failure) {
      if (!(failure instanceof PasskeyError)) setProblem(refusalOf(failure).text)
      else if (failure.why !== 'replaced') setProblem(passkeyTexts.notConfirmed)
    } finally {
      setAsking(false)
    }
  }

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
      <p>{lead}</p>
      <form id={formId} noValidate onSubmit={(event) => void submit(event)}>
        <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
        <PasswordField field={form.field('password')} label="Sua senha" autoComplete="current-password" autoFocus />
      </form>
      {hasPasskey && (
        <Button variant="line" disabled={isOffline} busy={isAsking} onClick={() => void confirmWithDevice()}>
          Usar chave de acesso
        </Button>
      )}
      {isOffline && <p>Precisa de internet para conferir que é você.</p>}
      {problem && !isOffline && <StatusLine tone="danger">{problem}</StatusLine>}
    </Dialog>
  )
}
