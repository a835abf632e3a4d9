import type { ReactNode } from 'react'
import { Menu } from '@mantine/core'
import './mantine-menus.css'
import { MenuButton } from './menu-button'
import styles from './action-menu.module.css'

interface ActionMenuProps {
  /** The button's accessible name. */
  label: string
  /** The items: `MenuAction` each. Rendered while it is open. */
  children: ReactNode
  /** For a menu that a press on a stand-in of its button has loaded. */
  isOpenAtFirst?: boolean
}

/** The actions of a row or a page, behind three dots. */
export function ActionMenu({ label, children, isOpenAtFirst = false }: ActionMenuProps) {
  return (
    <Menu
      defaultOpened={isOpenAtFirst}
      position="bottom-end"
      floatingStrategy="fixed"
      withinPortal={false}
      withInitialFocusPlaceholder={false}
      keepMounted={false}
      offset={4}
      width={240}
      classNames={{ dropdown: styles.dropdown, item: styles.item, itemSection: styles.section }}
    >
      <Menu.Target>
        <MenuButton label={label} />
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}

interface MenuActionProps {
  icon?: ReactNode
  danger?: boolean
  /** Why it cannot be done now: the item is shown, and does nothing. */
  disabledBecause?: string | null
  onChoose: () => void
  children: ReactNode
}

export function MenuAction({ icon, danger = false, disabledBecause = null, onChoose, children }: MenuActionProps) {
  return (
    <Menu.Item
      leftSection={icon}
      data-danger={danger || undefined}
      aria-disabled={disabledBecause !== null || undefined}
      closeMenuOnClick={disabledBecause === null}
      onClick={disabledBecause === null ? onChoose : undefined}
    >
      {children}
      {disabledBecause !== null && <small>{disabledBecause}</small>}
    </Menu.Item>
  )
}
