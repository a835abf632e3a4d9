import { Link } from 'react-router-dom'
import { daysLeft, isOverdue } from '../features/goals/deadline'
import { rowsAddress } from '../features/transactions/filters-address'
import { formatShortDate } from '../lib/dates'
import { useToday } from '../lib/use-today'
import { setNotices } from '../lib/notices-preference'
import { Checkbox } from '../ui/field/checkbox'
import { Money } from '../ui/money'
import type { Notices } from './notices'
import styles from './menus.module.css'

const GOALS_SHOWN = 3

interface NoticesPanelProps {
  isOn: boolean
  notices: Notices
  /** Called when a link of the panel is followed. */
  onFollow: () => void
}

/** The notices, and the switch that turns them off on this device. */
export default function NoticesPanel({ isOn, notices, onFollow }: NoticesPanelProps) {
  return (
    <>
      {isOn ? <NoticeList {...notices} onFollow={onFollow} /> : <p className={styles.nothing}>Avisos desligados neste aparelho.</p>}
      <div className={styles.preference}>
        <Checkbox label="Receber avisos" checked={isOn} onChange={setNotices} />
      </div>
    </>
  )
}

/** The transaction that has waited longest with the number of others, then goals, longest overdue first. */
function NoticeList({ longest, others, hasMore, goals, all, onFollow }: Notices & { onFollow: () => void }) {
  const now = useToday()
  const address = rowsAddress({ status: 'pending', to: now })
  return (
    <>
      {longest && (
        <>
          <Link to={address} className={styles.pending} onClick={onFollow}>
            <b>{longest.description}</b>
            <Money centavos={longest.amount} type={longest.type} />
            <span>Para confirmar desde {formatShortDate(longest.date)}</span>
          </Link>
          {others > 0 && (
            <Link to={address} className={styles.more} onClick={onFollow}>
              {hasMore ? 'Ver todas' : `Mais ${others}`} para confirmar
            </Link>
          )}
        </>
      )}
      {goals.slice(0, GOALS_SHOWN).map(({ id, title, deadline }) => (
        <Link key={id} to="/dashboard/goals" className={styles.pending} onClick={onFollow}>
          <b>{title}</b>
          <span>{isOverdue(deadline, now) ? `Meta com ${daysLeft(deadline, now)}` : `Meta: ${daysLeft(deadline, now).toLowerCase()}`}</span>
        </Link>
      ))}
      {goals.length > GOALS_SHOWN && (
        <Link to="/dashboard/goals" className={styles.more} onClick={onFollow}>
          Mais {goals.length - GOALS_SHOWN} com prazo nesta semana ou em atraso
        </Link>
      )}
      {all.length === 0 && <p className={styles.nothing}>Nada pendente.</p>}
    </>
  )
}
