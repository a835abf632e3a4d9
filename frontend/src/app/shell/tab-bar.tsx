import { IconMenu2, IconPlus } from '@tabler/icons-react'
import { Link, NavLink } from 'react-router-dom'
import { sheetAddress } from '../../features/transactions/sheet/sheet-address'
import { destinations, type Destination } from '../navigation'
import { openOverlay, useOverlay } from '../overlays'
import styles from './tab-bar.module.css'

const tabs = destinations.filter(({ phone }) => phone === 'tab')
const before = tabs.slice(0, 2)
const after = tabs.slice(2)

/** The phone's tabs: the most used screens around the central plus, the rest behind "Mais". */
export function TabBar() {
  const overlay = useOverlay()
  return (
    <nav aria-label="Principal" className={styles.tabs} data-chrome data-tabs>
      <div className={styles.side}>{before.map(tab)}</div>
      <Link to={sheetAddress()} className={styles.add} aria-label="Nova Transação">
        <span>
          <IconPlus size={24} stroke={1.75} aria-hidden />
        </span>
      </Link>
      <div className={styles.side}>
        {after.map(tab)}
        <button type="button" className={styles.tab} aria-haspopup="dialog" aria-expanded={overlay === 'more'} onClick={() => openOverlay('more')}>
          <IconMenu2 size={22} stroke={1.75} aria-hidden />
          Mais
        </button>
      </div>
    </nav>
  )
}

function tab({ path, label, tabLabel, icon: Icon }: Destination) {
  return (
    <NavLink key={path} to={path} end={path === '/dashboard'} className={styles.tab ?? ''}>
      <Icon size={22} stroke={1.75} aria-hidden />
      {tabLabel ?? label}
    </NavLink>
  )
}
