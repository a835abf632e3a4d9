import { Popover } from '@mantine/core'
import { reaisToCentavos } from '@prumo/shared/money'
import { IconBell } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { daysLeft } from '../../features/goals/deadline/days-left'
import { useOverdue } from '../../features/goals/overview/use-overdue'
import { rowsAddress } from '../../features/transactions/filters/filters-address'
import { useWaiting } from '../../features/transactions/overview/use-waiting'
import { formatShortDate, today } from '../../lib/dates'
import { IconButton } from '../../ui/button/icon-button'
import { Money } from '../../ui/money/money'
import './mantine-menus.css'
import styles from './menus.module.css'

const GOALS_SHOWN = 3

/** What waits for an answer, scheduled transactions whose day has come, and the goals that are overdue. */
export function Bell() {
  const [open, setOpen] = useState(false)
  const { longest, others, hasMore } = useWaiting()
  const overdue = useOverdue()
  const count = (longest ? others + 1 : 0) + overdue.length
  const address = rowsAddress({ status: 'pending', to: today() })
  const close = () => setOpen(false)
  return (
    <Popover opened={open} onChange={setOpen} floatingStrategy="fixed" position="bottom-end" offset={6} width="min(320px, 100vw - 16px)" trapFocus returnFocus classNames={{ dropdown: styles.dropdown }}>
      <span className={styles.bell} data-some={count > 0}>
        <Popover.Target>
          <IconButton label={labelOf(count, hasMore)} icon={<IconBell size={20} stroke={1.75} aria-hidden />} onClick={() => setOpen(!open)} />
        </Popover.Target>
      </span>
      <Popover.Dropdown aria-label="Avisos">
        {longest && (
          <>
            <Link to={address} className={styles.pending} onClick={close}>
              <b>{longest.description}</b>
              <Money centavos={reaisToCentavos(longest.amount) ?? 0} type={longest.type} />
              <span>Para confirmar desde {formatShortDate(longest.date)}</span>
            </Link>
            {others > 0 && (
              <Link to={address} className={styles.more} onClick={close}>
                {hasMore ? 'Mais de' : 'Mais'} {others} para confirmar
              </Link>
            )}
          </>
        )}
        {overdue.slice(0, GOALS_SHOWN).map(({ id, title, deadline }) => (
          <Link key={id} to="/dashboard/goals" className={styles.pending} onClick={close}>
            <b>{title}</b>
            <span>Meta com {daysLeft(deadline, today())}</span>
          </Link>
        ))}
        {overdue.length > GOALS_SHOWN && (
          <Link to="/dashboard/goals" className={styles.more} onClick={close}>
            Mais {overdue.length - GOALS_SHOWN} em atraso
          </Link>
        )}
        {count === 0 && <p className={styles.nothing}>Nada pendente.</p>}
      </Popover.Dropdown>
    </Popover>
  )
}

function labelOf(count: number, hasMore: boolean): string {
  if (count === 0) return 'Avisos'
  return count === 1 ? 'Avisos: 1 pendência' : `Avisos: ${hasMore ? 'mais de ' : ''}${count} pendências`
}
