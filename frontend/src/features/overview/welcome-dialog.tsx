import { useEffect, useState } from 'react'
import { useUser } from '../../lib/session'
import { endWelcome } from '../../lib/welcome'
import { Button, ButtonLink } from '../../ui/button'
import { Dialog } from '../../ui/overlay/dialog'

/** The owner of an older account has been here before, and is only paying again. */
const NEW_MS = 24 * 60 * 60_000

/** A dialog over the overview, shown once after registration or a payment. */
export default function WelcomeDialog({ onClose }: { onClose: () => void }) {
  const { createdAt } = useUser()
  const [isNew] = useState(() => Date.now() - Date.parse(createdAt) < NEW_MS)
  useEffect(endWelcome, [])

  if (!isNew) {
    return (
      <Dialog
        open
        onClose={onClose}
        title="Sua assinatura está ativa."
        actions={
          <Button data-autofocus onClick={onClose}>
            Ver o painel
          </Button>
        }
      >
        Seus dados continuam aqui.
      </Dialog>
    )
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="Conta criada. Vamos pôr suas finanças no prumo?"
      actions={
        <>
          <Button variant="line" onClick={onClose}>
            Ver o painel
          </Button>
          <ButtonLink to="/dashboard/transactions?nova=1" data-autofocus onClick={onClose}>
            Lançar a primeira transação
          </ButtonLink>
        </>
      }
    />
  )
}
