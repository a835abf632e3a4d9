import { useCallback, useEffect, useMemo, useState } from 'react'
import { IconPlus } from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import { IMPORT_SCREEN } from '../../data/import-commands'
import type { TransactionList } from '../../data/transactions'
import { Button, ButtonLink } from '../../ui/button'
import { EmptyState } from '../../ui/empty-state'
import { LoadFailure } from '../../ui/load-failure'
import { RuledPaper } from '../../ui/chart/ruled-paper'
import { Loading, Skeleton } from '../../ui/skeleton'
import { useRoomFor } from '../../ui/use-measured-size'
import { today } from '../../lib/dates'
import { ledgerItems, parted } from './ledger-items'
import { LedgerDays, LedgerTable, type LedgerProps } from './ledger-rows'
import { sheetAddress } from './sheet-address'
import styles from './ledger.module.css'

/** Below this width, in units of text, a table would be cut. */
const TABLE_FROM = 600
/** Of what is expected the next ones are shown until someone asks for the rest. */
const EXPECTED_ROWS = 3
const EXPECTED_LINES = 1
const NONE: never[] = []

interface LedgerFrameProps extends Pick<LedgerProps, 'onEdit' | 'onConfirm' | 'onDelete'> {
  list: TransactionList
  filtered: boolean
  /** What is expected is what was asked for. */
  unfolded: boolean
  onClear: () => void
}

/** The list with everything that can become of it. */
export function Ledger({ list, filtered, unfolded, onClear, ...actions }: LedgerFrameProps) {
  const { data: transactions, hasMore, isReadingOn, isReadOnFailed, readOn } = list
  const [ref, { isWide: wide, scale }] = useRoomFor<HTMLDivElement>(TABLE_FROM)
  const Rows = wide ? LedgerTable : LedgerDays

  const readFurther = useCallback(() => {
    if (hasMore && !isReadingOn && !isReadOnFailed) readOn()
  }, [hasMore, isReadingOn, isReadOnFailed, readOn])

  const now = today()
  const parts = useMemo(() => parted(transactions ?? NONE, now), [transactions, now])
  // The next that is expected comes with the first that is not: until then the list goes on reading.
  const isReaching = parts.counted.length === 0 && hasMore && !isReadOnFailed
  useEffect(() => {
    if (isReaching) readFurther()
  }, [isReaching, readFurther])

  const [asked, setAsked] = useState(false)
  const most = wide ? EXPECTED_ROWS : EXPECTED_LINES
  const canFold = parts.expected.length > most && parts.counted.length > 0 && !unfolded
  const isFolded = canFold && !asked
  const items = useMemo(() => ledgerItems(parts, isFolded ? most : Infinity, !wide), [parts, isFolded, most, wide])
  const fold = useMemo(() => ({ isFolded, canFold, onFold: () => setAsked((before) => !before) }), [isFolded, canFold])

  return (
    <div ref={ref} className={styles.ledger} data-waiting={list.isPrevious} aria-busy={list.isPrevious}>
      {list.isPending || isReaching ? (
        <LedgerSkeleton wide={wide} />
      ) : !transactions ? (
        <LoadFailure what="as transações" onRetry={list.retry} />
      ) : transactions.length === 0 ? (
        <EmptyLedger filtered={filtered} onClear={onClear} />
      ) : (
        <>
          <Rows items={items} fold={fold} hasMore={hasMore} onReadOn={readFurther} scale={scale} {...actions} />
          {isReadOnFailed && <LoadFailure what="mais transações" onRetry={readOn} />}
        </>
      )}
    </div>
  )
}

/** Nothing to list: because nothing is there yet, or because the filters leave nothing. */
function EmptyLedger({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  return (
    <EmptyState
      drawing={<RuledPaper />}
      title="Nenhuma transação encontrada"
      reason={
        filtered ? (
          'Tente outro mês ou limpe os filtros.'
        ) : (
          <>
            Comece pela última venda ou pela última conta paga, ou deixe o banco contar: <Link to={IMPORT_SCREEN}>importar extrato</Link>.
          </>
        )
      }
      action={
        filtered ? (
          <Button variant="line" onClick={onClear}>
            Limpar filtros
          </Button>
        ) : (
          // The brass one is always in the bar.
          <ButtonLink to={sheetAddress()} icon={<IconPlus size={20} stroke={1.75} aria-hidden />}>
            Nova Transação
          </ButtonLink>
        )
      }
    />
  )
}

const ROWS = 8

/** The list before it is there, in the same measures. */
function LedgerSkeleton({ wide }: { wide: boolean }) {
  return (
    <Loading what="as transações">
      <div className={styles.list} data-wide={wide} aria-hidden="true">
        <div className={styles.head} />
        {Array.from({ length: ROWS }, (_, index) => (
          <div key={index} className={styles.row}>
            <Skeleton width={`${62 - (index % 3) * 11}%`} />
            <Skeleton width="6.5rem" />
            {!wide && <Skeleton width="5rem" height="0.8em" />}
            {!wide && <Skeleton width="4rem" height="0.8em" />}
            {wide && <Skeleton width="5rem" />}
          </div>
        ))}
      </div>
    </Loading>
  )
}
