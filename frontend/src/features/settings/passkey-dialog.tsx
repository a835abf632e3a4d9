import { useId, useState } from 'react'
import { MAX_NAME } from '@prumo/shared/limits'
import { passkeyTexts } from '@prumo/shared/passkey-texts'
import type { Passkey } from '@prumo/shared/passkeys'
import { normaliseText } from '@prumo/shared/text-form'
import { useAccount } from '../../data/account'
import { useOffline } from '../../data/connection'
import { removePasskey, renamePasskey } from '../../data/passkeys'
import { refusalOf } from '../../data/refusal'
import { useDraft } from '../../data/use-draft'
import { useForm } from '../../lib/form'
import { draftName } from '../../lib/form-address'
import { Button } from '../../ui/button'
import { DraftOffer } from '../../ui/draft-offer'
import { TextField } from '../../ui/field/text-field'
import { Dialog } from '../../ui/overlay/dialog'
import { StatusLine } from '../../ui/status-line'

interface PasskeyDialogProps {
  /** The edited passkey; after that the last one, until the dialog has faded out. */
  passkey: Passkey
  open: boolean
  confirmed: (call: () => Promise<void>) => Promise<boolean>
  onClose: () => void
}

/** Renames or deletes a passkey. */
export default function PasskeyDialog({ passkey, open, confirmed, onClose }: PasskeyDialogProps) {
  const account = useAccount()
  const isOffline = useOffline()
  const formId = useId()
  const [isRemoving, setRemoving] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const form = useForm({ name: passkey.name }, { name: (typed) => (normaliseText(typed) === '' ? passkeyTexts.nameMissing : null) })
  const draft = useDraft(draftName('passkey', passkey.id), form)

  const submit = form.submit(async ({ name }) => {
    if (isOffline) return
    setProblem(null)
    try {
      await renamePasskey(account, passkey.id, normaliseText(name))
      draft.remove()
      onClose()
    } catch (failure) {
      const { fields, text } = refusalOf(failure)
      if (!form.reject(fields)) setProblem(text)
    }
  })

  async function remove(): Promise<void> {
    if (isBusy) return
    setBusy(true)
    setProblem(null)
    try {
      if (!(await confirmed(() => removePasskey(account, passkey.id)))) return
      draft.remove()
      onClose()
    } catch (failure) {
      setProblem(refusalOf(failure).text)
    } finally {
      setBusy(false)
    }
  }

  const offline = isOffline && <p>Precisa de internet para conferir as chaves.</p>
  const wrong = problem && <StatusLine tone="danger">{problem}</StatusLine>
  if (isRemoving) {
    return (
      <Dialog
        open={open}
        onClose={onClose}
        title={`Remover ${passkey.name}?`}
        actions={
          <>
            <Button variant="line" data-autofocus onClick={() => setRemoving(false)}>
              Manter a chave
            </Button>
            <Button variant="danger" disabled={isOffline} busy={isBusy} onClick={() => void remove()}>
              {isBusy ? 'Removendo…' : 'Remover'}
            </Button>
          </>
        }
      >
        <p>Ela deixa de entrar na conta. O aparelho pode continuar mostrando a chave até você apagar lá também.</p>
        {offline}
        {wrong}
      </Dialog>
    )
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Editar chave de acesso"
      actions={
        <>
          <Button variant="losing" disabled={isOffline} onClick={() => setRemoving(true)}>
            Remover chave
          </Button>
          <Button variant="line" onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit" form={formId} disabled={isOffline} busy={form.busy}>
            {form.busy ? 'Salvando…' : 'Salvar'}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={(event) => void submit(event)}>
        <DraftOffer offer={draft.offer} />
        <TextField field={form.field('name')} label="Nome" maxLength={MAX_NAME} autoComplete="off" autoFocus />
      </form>
      {offline}
      {wrong}
    </Dialog>
  )
}
