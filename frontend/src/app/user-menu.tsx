import { Menu } from '@mantine/core'
import { useNavigate } from 'react-router-dom'
import { IconExclamationCircle, IconKeyboard, IconLogout, IconMoon, IconSun } from '@tabler/icons-react'
import { useSyncStatus } from '../data/sync-status'
import { useUser } from '../lib/session'
import { signOut } from '../lib/session-start'
import { setColorScheme } from '../ui/color-scheme'
import { useColorScheme } from '../ui/use-color-scheme'
import { openOverlay } from './overlays'
import '../ui/overlay/mantine-menus.css'
import styles from './menus.module.css'
import { Person } from './person'
import { REVIEW_SCREEN } from '../data/screens'

/** The person at the foot of the side menu, and the menu about them. */
export default function UserMenu() {
  const user = useUser()
  const navigate = useNavigate()
  const { undecided } = useSyncStatus()
  const dark = useColorScheme() === 'dark'
  const SchemeIcon = dark ? IconSun : IconMoon
  return (
    <Menu
      position="top"
      floatingStrategy="fixed"
      withinPortal={false}
      withInitialFocusPlaceholder={false}
      offset={6}
      width={216}
      classNames={{ dropdown: styles.dropdown, item: styles.item, itemSection: styles.section }}
    >
      <Menu.Target>
        <button type="button" className={styles.target} aria-label={`Conta de ${user.name}`}>
          <Person name={user.name} detail={user.businessName} />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={styles.who}>
          <b>{user.name}</b>
          <span>{user.email}</span>
        </div>
        {undecided.length > 0 && (
          <Menu.Item
            leftSection={<IconExclamationCircle size={20} stroke={1.75} aria-hidden />}
            onClick={() => void navigate(REVIEW_SCREEN)}
          >
            Revisar ({undecided.length})
          </Menu.Item>
        )}
        <Menu.Item leftSection={<SchemeIcon size={20} stroke={1.75} aria-hidden />} onClick={() => setColorScheme(dark ? 'light' : 'dark')}>
          {dark ? 'Usar modo claro' : 'Usar modo escuro'}
        </Menu.Item>
        <Menu.Item leftSection={<IconKeyboard size={20} stroke={1.75} aria-hidden />} onClick={() => openOverlay('shortcuts')}>
          Atalhos do teclado
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={20} stroke={1.75} aria-hidden />} onClick={() => void signOut()}>
          Sair
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
