import { useId, useState } from 'react'
import { normaliseEmail } from '@prumo/shared/email'
import { identityTexts } from '@prumo/shared/identity-texts'
import { MAX_EMAIL } from '@prumo/shared/limits'
import { useAccount } from '../../data/account'
import { useOffline } from '../../data/connection'
import { requestEmailChange } from '../../data/email'
import { refusalOf } from '../../data/refusal'
import { useDraft } from '../../data/use-draft'
import { useForm } from '../../lib/form'
import { checkEmail } from '../../lib/identity-rules'
import { useUser } from '../../lib/session'
import { Button } from '../../ui/button'
import { DraftOffer } from '../../ui/draft-offer'
import { TextField } from '../../ui/field/text-field'
import { Dialog } from '../../ui/overlay/dialog'
import { StatusLine } from '../../ui/status-line'

interface EmailDialogProps {
  open: boolean
  /** From `useConfirmation`: runs the call, if need be after the person confirmed their identity. */
  confirmed: (call: () => Promise<void>) => Promise<boolean>
  onClose: () => void
  /** Called after a link was mailed to this address. */
  onRequested: (email: string) => void
}

const blank = { email: '' }

/** Asks for a new address, which takes effect once its mailed link is confirmed. */
export default function EmailDialog({ open, confirmed, onClose, onRequested }: EmailDialogProps) {
  const account = useAccount()
  const { email: present } = useUser()
  const isOffline = useOffline()
  const formId = useId()
  const [problem, setProblem] = useState<string | null>(null)
  const form = useForm(blank, {
    email: (typed) => checkEmail(typed) ?? (normaliseEmail(typed) === present ? identityTexts.emailSame : null),
  })

  const draft = useDraft('email', form)

  function close(): void {
    setProblem(null)
    onClose()
  }

  const submit = form.submit(async ({ email }) => {
    if (isOffline) return
    setProblem(null)
    const address = normaliseEmail(email)
    try {
      if (!(await confirmed(() => requestEmailChange(account, address)))) return
      draft.remove()
      form.reset(blank)
      onRequested(address)
    } catch (failure) {
      const { fields, text } = refusalOf(failure)
      if (!form.reject(fields)) setProblem(text)
    }
  })

  return (
    <Dialog
      open={open}
      onClose={close}
      title="Trocar email"
      actions={
        <>
          <Button variant="line" onClick={close}>
            Cancelar
          </Button>
          <Button type="submit" form={formId} disabled={isOffline} busy={form.busy}>
            {form.busy ? 'Enviando…' : 'Enviar link'}
          </Button>
        </>
      }
    >
      <p>Enviamos um link ao novo email. A troca vale quando você confirmar por ele, e avisamos o email de agora.</p>
      <form id={formId} noValidate onSubmit={(event) => void submit(event)}>
        <DraftOffer offer={draft.offer} />
        <TextField
          field={form.field('email')}
          label="Novo email"
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          maxLength={MAX_EMAIL}
          autoFocus
        />
      </form>
      {isOffline && <p>Precisa de internet para enviar o link.</p>}
      {problem && <StatusLine tone="danger">{problem}</StatusLine>}
    </Dialog>
  )
}
