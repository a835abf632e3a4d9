import {
  IconAdjustmentsHorizontal,
  IconChartBar,
  IconChecklist,
  IconFlag,
  IconHistory,
  IconHome,
  IconReceipt,
  IconUmbrella,
  type Icon,
} from '@tabler/icons-react'
import { FORECAST_SCREEN } from '../data/balance-commands'
import { IMPORT_SCREEN, IMPORTS_SCREEN } from '../data/import-commands'
import { RECURRENCES_SCREEN } from '../data/recurrence-commands'
import { REVIEW_SCREEN } from '../data/sync-status'

export interface Destination {
  path: string
  label: string
  /** The name in the phone's tabs, where space is short. */
  tabLabel?: string
  icon: Icon
  /** After `G`, the key that goes there. */
  key: string
  /** On a phone: one of the tabs, or in the sheet behind "Mais". */
  phone: 'tab' | 'more'
  /** What is added there, by `N`: what it is called, and how the address asks for its form. Elsewhere a transaction is. */
  adds?: { label: string; param: string }
  /** At the foot of the side menu instead of among the screens. */
  foot?: true
}

/** The screens, in the order of the menu. A new screen is one more line. */
export const destinations: readonly Destination[] = [
  { path: '/dashboard', label: 'Visão Geral', tabLabel: 'Início', icon: IconHome, key: 'v', phone: 'tab' },
  { path: '/dashboard/transactions', label: 'Transações', icon: IconReceipt, key: 't', phone: 'tab' },
  { path: '/dashboard/goals', label: 'Metas', icon: IconFlag, key: 'm', phone: 'tab', adds: { label: 'Nova meta', param: 'nova' } },
  {
    path: '/dashboard/emergency',
    label: 'Reserva',
    icon: IconUmbrella,
    key: 'r',
    phone: 'more',
    adds: { label: 'Adicionar à reserva', param: 'adicionar' },
  },
  { path: '/dashboard/tasks', label: 'Tarefas', icon: IconChecklist, key: 'f', phone: 'more', adds: { label: 'Novo item', param: 'nova' } },
  { path: '/dashboard/reports', label: 'Relatórios', icon: IconChartBar, key: 'l', phone: 'more' },
  { path: '/dashboard/activity', label: 'Histórico', icon: IconHistory, key: 'h', phone: 'more', foot: true },
  { path: '/dashboard/settings', label: 'Configurações', icon: IconAdjustmentsHorizontal, key: 'c', phone: 'more', foot: true },
]

/** Whether an address is a screen of the menu, or one that is reached from it. */
export function isCurrentDestination({ path }: Pick<Destination, 'path'>, pathname: string): boolean {
  if (path === '/dashboard/transactions' && (pathname === IMPORT_SCREEN || pathname === IMPORTS_SCREEN)) return true
  return path === '/dashboard' ? pathname === path || pathname === FORECAST_SCREEN : pathname.startsWith(path)
}

/** Where a screen leads back to that one only comes to from another; null for the others. */
export function parentScreen(pathname: string, search: string): string | null {
  if (pathname === REVIEW_SCREEN || pathname === FORECAST_SCREEN) return '/dashboard'
  if ([IMPORT_SCREEN, IMPORTS_SCREEN, RECURRENCES_SCREEN].includes(pathname)) return '/dashboard/transactions'
  return pathname === '/dashboard/settings' && new URLSearchParams(search).has('aba') ? pathname : null
}

/** Whether an address shows a day that is over, where nothing can be done. */
export function isPastDay(pathname: string, search: string): boolean {
  return pathname === '/dashboard/activity' && new URLSearchParams(search).has('em')
}
