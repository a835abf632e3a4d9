import { useNavigate, Link } from 'react-router-dom'
import { today } from '../../../lib/dates'
import { LoadFailure } from '../../../ui/page/load-failure'
import { useMeasuredSize } from '../../../ui/measured-size'
import { useQuestions } from '../ask/use-questions'
import { useTransactions } from '../calls/list-transactions'
import { sheetAddress } from '../sheet/sheet-address'
import { LatestDays } from './latest-days'
import { LatestSkeleton } from './latest-skeleton'
import { LatestTable } from './latest-table'
import styles from './latest.module.css'

const MOST_SHOWN = 5
/** Below this width, in units of text, a table would be cut. */
const TABLE_FROM = 520

/** The latest five, none of them still ahead. */
export function LatestTransactions() {
  const navigate = useNavigate()
  const list = useTransactions({ to: today(), limit: MOST_SHOWN })
  const { askReceipt, dialogs } = useQuestions()
  const [ref, { width }] = useMeasuredSize<HTMLElement>(window.innerWidth)
  const latest = list.data?.pages[0]?.transactions.slice(0, MOST_SHOWN) ?? []
  const wide = width >= TABLE_FROM
  if (list.isSuccess && latest.length === 0) return null

  return (
    <section ref={ref} aria-labelledby="latest" className={styles.section}>
      <div className={styles.head}>
        <h2 id="latest">Últimas transações</h2>
        <Link to="/dashboard/transactions">Ver todas</Link>
      </div>
      {list.isPending ? (
        <LatestSkeleton rows={MOST_SHOWN} wide={wide} />
      ) : list.isError && latest.length === 0 ? (
        <LoadFailure what="as transações" onRetry={() => void list.refetch()} />
      ) : wide ? (
        <LatestTable transactions={latest} onConfirm={askReceipt} />
      ) : (
        <LatestDays transactions={latest} onOpen={({ id }) => void navigate(sheetAddress(id))} onConfirm={askReceipt} />
      )}
      {dialogs}
    </section>
  )
}
