import { useState } from 'react'
import type { PlanId } from '@prumo/shared/plans'
import { checkoutFailure, createPaymentPage } from '../../data/checkout'
import { usePageNavigate } from '../../lib/page-navigate'
import { Button, ButtonLink } from '../../ui/button'
import { StatusLine } from '../../ui/status-line'
import styles from './register-page.module.css'

interface UnpaidAccountProps {
  plan: PlanId
  /** The reason why the payment could not start. */
  reason: string
}

/** Shown when the account exists but its payment could not start. The account stays accessible for a few minutes. */
export function UnpaidAccount({ plan, reason }: UnpaidAccountProps) {
  const visit = usePageNavigate()
  const [failure, setFailure] = useState<string | null>(reason)
  const [busy, setBusy] = useState(false)

  function again(): void {
    setBusy(true)
    createPaymentPage(plan)
      .then(
        (address) => visit(address),
        (refused: unknown) => setFailure(checkoutFailure(refused, visit)),
      )
      .finally(() => setBusy(false))
  }

  return (
    <div className={styles.unpaid}>
      {failure && <StatusLine tone="danger">{failure}</StatusLine>}
      <p>Sua conta já existe; só falta o pagamento. Você pode tentar de novo agora ou conhecer o painel por 10 minutos antes de pagar.</p>
      <div className={styles.ways}>
        <Button variant="signal" size="lg" busy={busy} onClick={again}>
          {busy ? 'Processando...' : 'Tentar o pagamento de novo'}
        </Button>
        <ButtonLink to="/dashboard" variant="line" size="lg">
          Ver o painel
        </ButtonLink>
      </div>
    </div>
  )
}
