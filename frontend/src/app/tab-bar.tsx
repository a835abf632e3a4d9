import { memo } from 'react'
import { IconMenu2, IconPlus } from '@tabler/icons-react'
import { Link, useLocation } from 'react-router-dom'
import { sheetAddress } from '../features/transactions/sheet-address'
import { useNarrow } from '../ui/media'
import { destinations, isCurrentDestination, isPastDay, type Destination } from './navigation'
import { openOverlay, useOverlay } from './overlays'
import styles from './tab-bar.module.css'
import { REVIEW_SCREEN } from '../data/screens'

const tabs = destinations.filter(({ phone }) => phone === 'tab')
const before = tabs.slice(0, 2)
const after = tabs.slice(2)
const behind = [...destinations.filter(({ phone }) => phone === 'more').map(({ path }) => path), REVIEW_SCREEN]

/** The tabs on a phone: the most used screens around the central plus, the others behind "Mais". */
export const TabBar = memo(function TabBar() {
  return useNarrow() && <Tabs />
})

function Tabs() {
  const overlay = useOverlay()
  const { pathname, search } = useLocation()
  return (
    <nav aria-label="Principal" className={styles.tabs} data-chrome data-tabs>
      <div className={styles.side}>{before.map(tab(pathname))}</div>
      {isPastDay(pathname, search) ? (
        <span />
      ) : (
        <Link to={sheetAddress()} className={styles.add} aria-label="Nova Transação">
          <span>
            <IconPlus size={24} stroke={1.75} aria-hidden />
          </span>
        </Link>
      )}
      <div className={styles.side}>
        {after.map(tab(pathname))}
        <button
          type="button"
          className={styles.tab}
          aria-haspopup="dialog"
          aria-current={isBehind(pathname) ? 'page' : undefined}
          aria-expanded={overlay === 'more'}
          onClick={() => openOverlay('more')}
        >
          <IconMenu2 size={22} stroke={1.75} aria-hidden />
          Mais
        </button>
      </div>
    </nav>
  )
}

/** Whether a screen is among those behind "Mais". */
function isBehind(pathname: string): boolean {
  return behind.some((path) => pathname.startsWith(path))
}

function tab(pathname: string) {
  return ({ path, label, tabLabel, icon: Icon }: Destination) => (
    <Link key={path} to={path} aria-current={isCurrentDestination({ path }, pathname) ? 'page' : undefined} className={styles.tab}>
      <Icon size={22} stroke={1.75} aria-hidden />
      {tabLabel ?? label}
    </Link>
  )
}
