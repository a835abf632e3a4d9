import { useEffect, useState } from 'react'
import { useUser } from '../../lib/session'
import { endWelcome } from '../../lib/welcome'
import { Button, ButtonLink } from '../../ui/button'
import { Dialog } from '../../ui/overlay/dialog'

/** Whose account is older has been here before, and only pays again. */
const NEW_MS = 24 * 60 * 60_000

/** Over the overview, once, for whoever registered a moment ago or comes from paying. */
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
