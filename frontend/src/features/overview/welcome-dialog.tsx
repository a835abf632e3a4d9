import { useEffect, useState } from 'react'
import { formatCentavos } from '@prumo/shared/money'
import { plans } from '@prumo/shared/plans'
import { useSubscription } from '../../data/subscription'
import { useUser } from '../../lib/session'
import { endWelcome, isPaymentRecent } from '../../lib/welcome'
import { Button, ButtonLink } from '../../ui/button'
import { Dialog } from '../../ui/overlay/dialog'

/** The owner of an older account has been here before, and is only paying again. */
const NEW_MS = 24 * 60 * 60_000

/** A dialog over the overview, shown once after registration or a payment. */
export default function WelcomeDialog({ onClose }: { onClose: () => void }) {
  const { createdAt } = useUser()
  const [isNew] = useState(() => Date.now() - Date.parse(createdAt) < NEW_MS)
  const [hasPaid] = useState(isPaymentRecent)
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
        {hasPaid && <PaymentNote />} Seus dados continuam aqui.
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
    >
      {hasPaid && <PaymentNote />}
    </Dialog>
  )
}

/** Confirms the payment in words: the plan and its price, once they are known. */
function PaymentNote() {
  const { data: subscription } = useSubscription()
  const plan = plans.find(({ id }) => id === subscription?.planId)
  return (
    <>
      Pagamento confirmado
      {plan && (
        <>
          : plano de {plan.duration}, <span className="money">{formatCentavos(plan.price)}</span>
        </>
      )}
      .
    </>
  )
}
