import { Fragment, memo } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { useWallets } from '../data/wallets'
import { useUser } from '../lib/session'
import { lazyPart } from '../ui/lazy-part'
import { Logo } from '../ui/logo'
import { Mark } from './mark'
import { useNarrow } from '../ui/media'
import menuStyles from './menus.module.css'
import { isCurrentDestination, shownDestinations, subordinates, type Destination } from './navigation'
import { Person } from './person'
import styles from './sidebar.module.css'

// A tenth of the first screen's code, and not used on phones.
const UserMenu = lazyPart(() => import('./user-menu'), { place: <StillPerson /> })

/** The side menu of a desktop, a rail of icons on narrower screens; phones have tabs instead. */
export const Sidebar = memo(function Sidebar() {
  const { pathname } = useLocation()
  const destinations = shownDestinations(useWallets().hasSeveral)
  if (useNarrow()) return null
  return (
    <aside className={styles.side} aria-label="Menu" data-chrome>
      <div className={styles.brand}>
        <span className={styles.word}>
          <Logo />
        </span>
        <span className={styles.mark}>
          <Mark />
        </span>
      </div>
      <nav aria-label="Principal" className={styles.list}>
        {destinations.filter(({ foot }) => !foot).map(link(pathname))}
      </nav>
      <div className={styles.foot}>
        {destinations.filter(({ foot }) => foot).map(link(pathname))}
        <UserMenu />
      </div>
    </aside>
  )
})

/** The person without a menu, until its code is loaded. */
function StillPerson() {
  const { name, businessName } = useUser()
  return (
    <div className={menuStyles.target}>
      <Person name={name} detail={businessName} />
    </div>
  )
}

function link(pathname: string) {
  return ({ path, label, icon: Icon }: Destination) => {
    const isCurrent = isCurrentDestination({ path }, pathname)
    const below = isCurrent ? subordinates(path) : []
    const isBelow = below.some((each) => each.path === pathname)
    return (
      <Fragment key={path}>
        <Link
          to={path}
          aria-current={isCurrent ? (isBelow ? 'true' : 'page') : undefined}
          className={styles.link}
          data-within={isBelow || undefined}
          title={label}
        >
          <Icon size={20} stroke={1.75} aria-hidden />
          <span className={styles.label}>{label}</span>
        </Link>
        {below.map((each) => (
          <Link key={each.path} to={each.path} aria-current={each.path === pathname ? 'page' : undefined} className={styles.sub}>
            {each.label}
          </Link>
        ))}
      </Fragment>
    )
  }
}
