import { NavLink } from 'react-router-dom'
import { Logo } from '../ui/logo'
import { Mark } from '../ui/mark'
import { UserMenu } from './user-menu'
import { destinations, type Destination } from './navigation'
import styles from './sidebar.module.css'

/** The side menu of a desktop, a rail of icons on a narrower one. */
export function Sidebar() {
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
        {destinations.filter(({ foot }) => !foot).map(link)}
      </nav>
      <div className={styles.foot}>
        {destinations.filter(({ foot }) => foot).map(link)}
        <UserMenu />
      </div>
    </aside>
  )
}

function link({ path, label, icon: Icon }: Destination) {
  return (
    <NavLink key={path} to={path} end={path === '/dashboard'} className={styles.link ?? ''} title={label}>
      <Icon size={20} stroke={1.75} aria-hidden />
      <span className={styles.label}>{label}</span>
    </NavLink>
  )
}
