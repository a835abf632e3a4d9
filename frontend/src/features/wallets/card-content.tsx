import { useMemo } from 'react'
import { IconPencil } from '@tabler/icons-react'
import type { CalendarDate } from '@prumo/shared/calendar'
import type { Bill, Wallet } from '@prumo/shared/wallets'
import { useTransactions } from '../../data/transactions'
import { useBills } from '../../data/wallets'
import { useToday } from '../../lib/use-today'
import { Bob } from '../../ui/bob'
import { Button } from '../../ui/button'
import { LoadFailure } from '../../ui/load-failure'
import { useNarrow } from '../../ui/media'
import { BillInFocus } from './bill-in-focus'
import { arrangeBills, comingMonths, entriesOf, lastPayer, paymentsOf, type ArrangedBills } from './card-bills'
import { ClosedBills, ComingBills, OpenBill, type ClosedBill } from './card-sections'
import { useTransferForm } from './use-transfer-form'
import { WalletHead, type WalletContentProps } from './wallet-head'
import { WalletSkeleton } from './wallet-page-skeleton'
import styles from './card-content.module.css'

/** The most purchases and payments that are read. */
const MOST_READ = 490

/** A card: what has to be paid next, the open bill, what instalments bring, and closed bills, on one line. */
export function CardContent({ wallet, list, actions, correctBalance }: WalletContentProps) {
  const now = useToday()
  const { id, name } = wallet
  const bills = useBills(wallet)
  const arranged = useMemo(() => bills.data && arrangeBills(bills.data, now), [bills.data, now])
  const entries = useCardEntries(wallet, arranged)
  const transfers = useTransactions(
    useMemo(() => ({ walletId: [id], type: 'transfer' as const }), [id]),
    MOST_READ,
  )
  const openTransfer = useTransferForm()
  const isNarrow = useNarrow()
  const readings = [bills, entries, transfers]
  const outdated = [list, ...readings].find(({ isOutdated }) => isOutdated)
  const isFailed = readings.some((reading) => reading.isFailed)
  const isLoading = readings.some(({ data }) => data === undefined)
  const retry = () => readings.filter((reading) => reading.isFailed).forEach((reading) => reading.retry())

  function pay(amount: number): void {
    const from = list.open.find((each) => each.id === lastPayer(transfers.data ?? [], id)) ?? list.main
    openTransfer({ from: from?.id ?? null, to: id, amount, description: `Fatura ${name}` })
  }

  const correct = (
    <Button variant="line" size="sm" icon={<IconPencil size={18} stroke={1.75} aria-hidden />} onClick={() => correctBalance(wallet)}>
      Corrigir saldo
    </Button>
  )
  return (
    <WalletHead wallet={wallet} list={list} actions={actions} outdated={outdated} button={correct}>
      {isFailed ? (
        <LoadFailure what="as faturas" onRetry={retry} />
      ) : arranged && entries.data && transfers.data ? (
        <div className={styles.page}>
          <BillInFocus
            bill={arranged.due ?? arranged.open}
            isClosed={arranged.due !== null}
            entries={entriesIn(arranged.due ?? arranged.open, entries.data, id)}
            now={now}
            onPay={pay}
          />
          {arranged.due && arranged.open && (
            <OpenBill bill={arranged.open} entries={entriesOf(arranged.open, entries.data, id)} now={now} />
          )}
          <ComingBills months={comingMonths(arranged.coming, entries.data, id)} now={now} />
          <ClosedBills
            bills={closedBills(arranged, bills.data ?? [], transfers.data, id)}
            walletName={list.walletName}
            now={now}
            onPay={pay}
          />
          <svg viewBox="0 0 32 32" className={styles.bob} aria-hidden="true" focusable="false">
            <Bob />
          </svg>
        </div>
      ) : (
        <WalletSkeleton />
      )}
      {/* Below the bills, which would push it down. */}
      {isNarrow && (isFailed || !isLoading) && <div className={styles.last}>{correct}</div>}
    </WalletHead>
  )
}

/** What is recorded on the card from the first shown bill on. */
function useCardEntries({ id }: Wallet, arranged: ArrangedBills | undefined) {
  const from = (arranged?.due ?? arranged?.open)?.from ?? null
  return useTransactions(
    useMemo(() => (from === null ? null : { walletId: [id], from }), [id, from]),
    MOST_READ,
  )
}

function entriesIn(bill: Bill | null, transactions: Parameters<typeof entriesOf>[1], id: string) {
  return bill ? entriesOf(bill, transactions, id) : []
}

/** The closed bills with what paid each. */
function closedBills(
  { closed }: ArrangedBills,
  bills: readonly Bill[],
  transfers: Parameters<typeof paymentsOf>[2],
  id: string,
): ClosedBill[] {
  const closings = bills.map(({ closesOn }) => closesOn)
  const after = (closing: CalendarDate) => closings[closings.indexOf(closing) + 1] ?? '9999-12-31'
  return closed.map((bill) => ({ bill, payments: paymentsOf(bill, after(bill.closesOn), transfers, id) }))
}
