import { useCallback } from 'react'
import { LoadFailure } from '../../../ui/page/load-failure'
import { useMeasuredSize } from '../../../ui/measured-size'
import type { useTransactions } from '../calls/list-transactions'
import { EmptyLedger } from '../states/empty-ledger'
import { LedgerDays } from './ledger-days'
import type { LedgerProps } from './ledger-props'
import { LedgerSkeleton } from '../states/ledger-skeleton'
import { LedgerTable } from './ledger-table'
import styles from './ledger.module.css'

/** Below this width, in units of text, a table would be cut. */
const TABLE_FROM = 600

interface LedgerFrameProps extends Pick<LedgerProps, 'transactions' | 'onEdit' | 'onConfirm' | 'onDelete'> {
  list: ReturnType<typeof useTransactions>
  filtered: boolean
  onClear: () => void
}

/** The list with everything that can become of it. */
export function Ledger({ list, filtered, onClear, transactions, ...actions }: LedgerFrameProps) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list
  const [ref, { width, scale }] = useMeasuredSize<HTMLDivElement>(window.innerWidth)
  const wide = width >= TABLE_FROM
  const Rows = wide ? LedgerTable : LedgerDays

  const readOn = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage])

  return (
    <div ref={ref} className={styles.ledger} data-waiting={list.isPlaceholderData} aria-busy={list.isPlaceholderData}>
      {list.isPending ? (
        <LedgerSkeleton wide={wide} />
      ) : list.isError && transactions.length === 0 ? (
        <LoadFailure what="as transações" onRetry={() => void list.refetch()} />
      ) : transactions.length === 0 ? (
        <EmptyLedger filtered={filtered} onClear={onClear} />
      ) : (
        <>
          <Rows transactions={transactions} hasMore={hasNextPage} onReadOn={readOn} scale={scale} {...actions} />
          {isFetchNextPageError && <LoadFailure what="mais transações" onRetry={() => void fetchNextPage()} />}
        </>
      )}
    </div>
  )
}
