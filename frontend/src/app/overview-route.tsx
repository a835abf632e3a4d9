import { useState } from 'react'
import { monthOf } from '@prumo/shared/calendar'
import type { Transaction } from '@prumo/shared/transactions'
import { useExpectedTransactions } from '../data/expected-transactions'
import { useMonthAddress } from '../features/overview/use-month-address'
import type { AskedBalance } from '../features/overview/on-hand'
import { OverviewPage } from '../features/overview/overview-page'
import { ConfirmStrip } from '../features/transactions/confirm-strip'
import { useWaitingTransactions } from '../features/transactions/use-waiting-transactions'
import { formatDayOfMonth } from '../lib/dates'
import { useToday } from '../lib/use-today'
import { lazyPart } from '../ui/lazy-part'
import { useLastShown } from '../ui/use-last-shown'

const OverviewBelow = lazyPart(() => import('./overview-below'), { what: 'o resto da tela', place: null })
const BalanceForm = lazyPart(async () => ({ default: (await import('../features/forecast/balance-form')).BalanceForm }), {
  what: 'o formulário',
  place: <div style={{ minHeight: '7.5rem' }} />,
})
const BalanceDialog = lazyPart(() => import('../features/forecast/balance-dialog'), { what: 'o formulário' })
const OverdueDialog = lazyPart(() => import('../features/forecast/overdue-dialog'), { what: 'a pergunta' })

/**
 * Composes the overview from the parts of several features. If another month is shown, the parts that do not follow it say their
 * date.
 */
export function Component() {
  const waiting = useWaitingTransactions()
  const expected = useExpectedTransactions()
  const [requested] = useMonthAddress()
  const [corrected, setCorrected] = useState<AskedBalance | null>(null)
  const [postponed, setPostponed] = useState<Transaction | null>(null)
  const now = useToday()
  const month = requested === monthOf(now) ? null : requested
  const asOf = month && `hoje, ${formatDayOfMonth(now)}`
  return (
    <>
      <OverviewPage
        balanceQuestion={<BalanceForm seen={null} initial={null} />}
        onCorrectBalance={setCorrected}
        confirm={<ConfirmStrip onPostpone={setPostponed} />}
        waitingCount={waiting.ids.length}
        isBelowPending={waiting.isPending || expected.isPending}
        below={<OverviewBelow month={month} asOf={asOf} />}
      />
      <BalanceCorrection asked={corrected} onClose={() => setCorrected(null)} />
      <Postponement transaction={postponed} onClose={() => setPostponed(null)} />
    </>
  )
}

/** Asks for the balance again. The stated one is overwritten, whatever it was. */
function BalanceCorrection({ asked, onClose }: { asked: AskedBalance | null; onClose: () => void }) {
  const { last, opening } = useLastShown(asked)
  const isOpen = asked !== null
  return (
    last && (
      <BalanceDialog
        key={opening}
        isRequested={isOpen}
        onDismissFailure={onClose}
        open={isOpen}
        seen={null}
        initial={last.amount}
        onClose={onClose}
      />
    )
  )
}

/** Asks for the new day of a transaction that did not happen. */
function Postponement({ transaction, onClose }: { transaction: Transaction | null; onClose: () => void }) {
  const now = useToday()
  const { last, opening } = useLastShown(transaction)
  const isOpen = transaction !== null
  return (
    last && (
      <OverdueDialog
        key={opening}
        isRequested={isOpen}
        onDismissFailure={onClose}
        question={{ about: 'day', transaction: last }}
        now={now}
        open={isOpen}
        onClose={onClose}
      />
    )
  )
}
