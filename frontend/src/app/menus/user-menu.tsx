import { Menu } from '@mantine/core'
import { IconKeyboard, IconLogout, IconMoon, IconSun } from '@tabler/icons-react'
import { useUser } from '../../lib/session'
import { signOut } from '../../lib/session-start'
import { chooseColorScheme, useColorScheme } from '../../ui/color-scheme'
import { openOverlay } from '../overlays'
import './mantine-menus.css'
import styles from './menus.module.css'
import { Person } from './person'

/** The person at the foot of the side menu, and what only concerns them. */
export function UserMenu() {
  const user = useUser()
  const dark = useColorScheme() === 'dark'
  const SchemeIcon = dark ? IconSun : IconMoon
  return (
    <Menu position="top" floatingStrategy="fixed" withinPortal={false} withInitialFocusPlaceholder={false} offset={6} width={216} classNames={{ dropdown: styles.dropdown, item: styles.item, itemSection: styles.section }}>
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
        <Menu.Item leftSection={<SchemeIcon size={20} stroke={1.75} aria-hidden />} onClick={() => chooseColorScheme(dark ? 'light' : 'dark')}>
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
