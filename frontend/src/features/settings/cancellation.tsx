import { useState } from 'react'
import type { Subscription } from '@prumo/shared/subscriptions'
import { useAccount } from '../../data/account'
import { useOffline } from '../../data/connection'
import { cancelSubscription } from '../../data/subscription'
import { useToday } from '../../lib/use-today'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/overlay/dialog'
import { StatusLine } from '../../ui/status-line'
import { Section } from './section'
import styles from './subscription-tab.module.css'
import { consequenceText, refundText } from './subscription-texts'

const FAILED_TEXT = 'Erro ao cancelar assinatura. Tente novamente.'

interface CancellationProps {
  subscription: Subscription & { subscriptionId: string }
  onDone: () => void
}

/** Cancels the subscription at the end of the paid period. Explains the consequences before it asks. */
export function Cancellation({ subscription, onDone }: CancellationProps) {
  const account = useAccount()
  const isOffline = useOffline()
  const [isOpen, setOpen] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [isFailed, setFailed] = useState(false)
  const consequence = consequenceText(subscription)
  const today = useToday()
  const refund = refundText(subscription, today)

  function close(): void {
    setOpen(false)
    setFailed(false)
  }

  async function cancel(): Promise<void> {
    setBusy(true)
    setFailed(false)
    try {
      await cancelSubscription(account, subscription.subscriptionId)
      close()
      onDone()
    } catch (failure) {
      console.error('The subscription was not cancelled', failure)
      setFailed(true)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Section title="Cancelar">
      <p>{consequence}</p>
      {refund && (
        <p>
          {refund} <a href="/contact">Escreva para a gente.</a>
        </p>
      )}
      <Button variant="line" className={styles.cancel} disabled={isOffline} onClick={() => setOpen(true)}>
        Cancelar assinatura
      </Button>
      {isOffline && <p>Precisa de internet para mudar a assinatura.</p>}
      <Dialog
        open={isOpen}
        onClose={close}
        title="Cancelar assinatura"
        actions={
          <>
            <Button data-autofocus onClick={close}>
              Manter assinatura
            </Button>
            <Button variant="losing" busy={isBusy} onClick={() => void cancel()}>
              {isBusy ? 'Cancelando…' : 'Cancelar assinatura'}
            </Button>
          </>
        }
      >
        <p>{consequence}</p>
        {refund && <p>{refund} Nesse caso, não cancele: escreva para a gente.</p>}
        {isFailed && <StatusLine tone="danger">{FAILED_TEXT}</StatusLine>}
      </Dialog>
    </Section>
  )
}
