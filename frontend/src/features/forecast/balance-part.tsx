import { useState } from 'react'
import { IconClock } from '@tabler/icons-react'
import { formatCentavos } from '@prumo/shared/money'
import { useBalance } from '../../data/balance'
import type { OptimisticForecast } from '../../data/forecast'
import { useWallets } from '../../data/wallets'
import { useSyncStatus } from '../../data/sync-status'
import { useToday } from '../../lib/use-today'
import { lazyPart, usePrefetch } from '../../ui/lazy-part'
import { useLastShown } from '../../ui/use-last-shown'
import { BalanceForm } from './balance-form'
import { describeOpening } from './forecast-texts'
import styles from './balance-part.module.css'

const BalanceDialog = lazyPart(() => import('./balance-dialog'), { what: 'o formulário' })

/**
 * Asks for the bank balance, above the forecast, until the person has stated one: before, the forecast begins with the first
 * recorded transaction.
 */
export function BalanceQuestion({ opening }: Pick<OptimisticForecast, 'opening'>) {
  const { data: balance } = useBalance()
  return (
    <section className={styles.question} aria-labelledby="balance-question" data-chrome>
      <h2 id="balance-question" className="section-title">
        Quanto você tem na conta hoje?
      </h2>
      <p>
        {opening.amount === 0 ? (
          'Até você dizer, a previsão começa do primeiro lançamento.'
        ) : (
          <>
            Até você dizer, a previsão começa do primeiro lançamento: <span className="money">{formatCentavos(opening.amount)}</span>.
          </>
        )}
      </p>
      <BalanceForm seen={balance ?? null} initial={null} />
    </section>
  )
}

/** Explains the opening balance, with a button that states a new one. */
export function OpeningNote({ forecast }: { forecast: OptimisticForecast }) {
  const now = useToday()
  const { data: balance } = useBalance()
  const { main, hasSeveral } = useWallets()
  const [edited, setEdited] = useState<{ amount: number } | null>(null)
  const { last, opening } = useLastShown(edited)
  const close = () => setEdited(null)
  usePrefetch(BalanceDialog)
  const { isOffline } = useSyncStatus()
  const isStated = forecast.opening.source === 'stated'
  return (
    <>
      <p className={styles.note}>
        <IconClock size={16} stroke={1.75} aria-hidden />
        <span>
          {describeOpening(forecast, now, hasSeveral)}
          {forecast.isStale && !isOffline && ' Atualizando…'}{' '}
          {isStated && (
            <button type="button" onClick={() => setEdited({ amount: main?.balance.amount ?? forecast.opening.amount })} data-chrome>
              Corrigir o saldo
            </button>
          )}
        </span>
      </p>
      {last && (
        <BalanceDialog
          isRequested={edited !== null}
          onDismissFailure={close}
          key={opening}
          open={edited !== null}
          seen={balance ?? null}
          initial={last.amount}
          onClose={close}
        />
      )}
    </>
  )
}
