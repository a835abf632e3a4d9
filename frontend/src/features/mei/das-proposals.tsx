import { useMemo, useState } from 'react'
import { IconCheck } from '@tabler/icons-react'
import type { CalendarMonth } from '@prumo/shared/calendar'
import type { MeiYearView } from '@prumo/shared/mei'
import type { Transaction } from '@prumo/shared/transactions'
import { useAccount } from '../../data/account'
import { useDasExpenses } from '../../data/mei-rows'
import { markDas } from '../../data/transaction-commands'
import { formatDate, formatMonth } from '../../lib/dates'
import { Button } from '../../ui/button'
import { LoadFailure } from '../../ui/load-failure'
import { Money } from '../../ui/money'
import { Sheet, SheetFoot } from '../../ui/overlay/sheet'
import { Loading, Skeleton } from '../../ui/skeleton'
import styles from './das-proposals.module.css'

interface DasProposalsProps {
  open: boolean
  /** Months with the payment that is proposed for them. */
  lines: MeiYearView['das']
  onClose: () => void
}

/** Payments that look like the DAS of a month, to be confirmed at once. */
export default function DasProposals({ open, lines, onClose }: DasProposalsProps) {
  return (
    <Sheet open={open} onClose={onClose} title={lines.length === 1 ? '1 pagamento parece DAS' : `${lines.length} pagamentos parecem DAS`}>
      {open && lines.length > 0 && <ProposalList lines={lines} onClose={onClose} />}
    </Sheet>
  )
}

interface Proposal {
  month: CalendarMonth
  payment: Transaction
}

function ProposalList({ lines, onClose }: Omit<DasProposalsProps, 'open'>) {
  const { outbox } = useAccount()
  const [released, setReleased] = useState<readonly string[]>([])
  const dates = lines.flatMap(({ paidOn }) => paidOn ?? []).sort()
  const expenses = useDasExpenses(dates[0] ?? '', dates.at(-1) ?? '', dates.length > 0)
  const proposals = useMemo(() => proposalsOf(lines, expenses.data ?? []), [lines, expenses.data])
  const chosen = proposals.filter(({ month }) => !released.includes(month))

  function confirm(): void {
    for (const { month, payment } of chosen) void outbox.enqueue(markDas(payment, month))
    onClose()
  }

  if (expenses.isFailed) return <LoadFailure what="os pagamentos" onRetry={expenses.retry} />
  if (!expenses.data) {
    return (
      <Loading what="os pagamentos">
        <Skeleton height="16rem" />
      </Loading>
    )
  }
  return (
    <>
      <p className={styles.lead}>Valor da tabela e data perto do vencimento. Confirme, ou solte o que não for.</p>
      <ul className={styles.list}>
        {proposals.map(({ month, payment }) => (
          <li key={month}>
            <label className={styles.proposal}>
              <input
                type="checkbox"
                checked={!released.includes(month)}
                onChange={(event) => setReleased(event.target.checked ? released.filter((each) => each !== month) : [...released, month])}
              />
              <IconCheck size={16} stroke={2.5} aria-hidden />
              <span>
                <b>DAS de {formatMonth(month)}</b>
                <small>
                  {payment.description}, {formatDate(payment.date)}
                </small>
              </span>
              <Money centavos={payment.amount} type="expense" />
            </label>
          </li>
        ))}
      </ul>
      <SheetFoot main="first">
        <Button variant="signal" size="lg" block disabled={chosen.length === 0} onClick={confirm}>
          {chosen.length === 1 ? 'Confirmar' : `Confirmar os ${chosen.length}`}
        </Button>
      </SheetFoot>
    </>
  )
}

/** The months with their payments, the newest first. */
function proposalsOf(lines: MeiYearView['das'], expenses: readonly Transaction[]): Proposal[] {
  const byId = new Map(expenses.map((each) => [each.id, each]))
  return lines.toReversed().flatMap(({ month, transactionId }): Proposal[] => {
    const payment = transactionId === null ? undefined : byId.get(transactionId)
    return payment ? [{ month, payment }] : []
  })
}
