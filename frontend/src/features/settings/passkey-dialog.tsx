import { useEffect, useId, useState } from 'react'
import { MAX_NAME } from '@prumo/shared/limits'
import { passkeyTexts } from '@prumo/shared/passkey-texts'
import type { Passkey } from '@prumo/shared/passkeys'
import { normaliseText } from '@prumo/shared/text-form'
import { useAccount } from '../../data/account'
import { useOffline } from '../../data/connection'
import { removePasskey, renamePasskey } from '../../data/passkeys'
import { refusalOf } from '../../data/refusal'
import { useForm } from '../../lib/form'
import { Button } from '../../ui/button'
import { TextField } from '../../ui/field/text-field'
import { Dialog } from '../../ui/overlay/dialog'
import { StatusLine } from '../../ui/status-line'
import { useLastShown } from '../../ui/use-last-shown'

interface PasskeyDialogProps {
  /** Null while closed. */
  passkey: Passkey | null
  confirmed: (call: () => Promise<void>) => Promise<boolean>
  onClose: () => void
}

/** Renames or deletes a passkey. */
export default function PasskeyDialog({ passkey, confirmed, onClose }: PasskeyDialogProps) {
  const account = useAccount()
  const isOffline = useOffline()
  const formId = useId()
  const { last } = useLastShown(passkey)
  const [isRemoving, setRemoving] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const form = useForm({ name: '' }, { name: (typed) => (normaliseText(typed) === '' ? passkeyTexts.nameMissing : null) })
  const { reset } = form

  useEffect(() => {
    if (!passkey) return
    reset({ name: passkey.name })
    setRemoving(false)
    setProblem(null)
    // `form.reset` changes with every render.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [passkey])

  const submit = form.submit(async ({ name }) => {
    if (!passkey || isOffline) return
    setProblem(null)
    try {
      await renamePasskey(account, passkey.id, normaliseText(name))
      onClose()
    } catch (failure) {
      const { fields, text } = refusalOf(failure)
      if (!form.reject(fields)) setProblem(text)
    }
  })

  async function remove(): Promise<void> {
    if (!passkey || isBusy) return
    setBusy(true)
    setProblem(null)
    try {
      if (await confirmed(() => removePasskey(account, passkey.id))) onClose()
    } catch (failure) {
      setProblem(refusalOf(failure).text)
    } finally {
      setBusy(false)
    }
  }

  const offline = isOffline && <p>Precisa de internet: as chaves são conferidas no servidor.</p>
  const wrong = problem && <StatusLine tone="danger">{problem}</StatusLine>
  if (isRemoving) {
    return (
      <Dialog
        open={passkey !== null}
        onClose={onClose}
        title={`Remover ${last?.name ?? ''}?`}
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
      open={passkey !== null}
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
        <TextField field={form.field('name')} label="Nome" maxLength={MAX_NAME} autoComplete="off" autoFocus />
      </form>
      {offline}
      {wrong}
    </Dialog>
  )
}
