import {
  IconAdjustmentsHorizontal,
  IconBuildingStore,
  IconChartBar,
  IconChartLine,
  IconChecklist,
  IconFlag,
  IconHistory,
  IconHome,
  IconReceipt,
  IconUmbrella,
  IconWallet,
  type Icon,
} from '@tabler/icons-react'
import { allScreens, OVERVIEW_SCREEN, REVIEW_SCREEN, type ScreenMenuEntry, type screens } from '../data/screens'

export interface Destination extends ScreenMenuEntry {
  path: string
  icon: Icon
}

type MenuPath = Extract<(typeof screens)[number], { menu: object }>['path']

const icons: Readonly<Record<MenuPath, Icon>> = {
  '/dashboard': IconHome,
  '/dashboard/transactions': IconReceipt,
  '/dashboard/contas': IconWallet,
  '/dashboard/forecast': IconChartLine,
  '/dashboard/mei': IconBuildingStore,
  '/dashboard/goals': IconFlag,
  '/dashboard/emergency': IconUmbrella,
  '/dashboard/tasks': IconChecklist,
  '/dashboard/reports': IconChartBar,
  '/dashboard/activity': IconHistory,
  '/dashboard/settings': IconAdjustmentsHorizontal,
}

/** The screens of the menu, in menu order. */
export const destinations: readonly Destination[] = allScreens.flatMap(({ path, menu }) =>
  menu ? [{ path, icon: icons[path as MenuPath], ...menu }] : [],
)

/** The screens that the menu shows. @param hasSeveral whether the account has a second wallet */
export function shownDestinations(hasSeveral: boolean): readonly Destination[] {
  return destinations.filter(({ needsWallets }) => hasSeveral || !needsWallets)
}

/** The screens below one of the menu, with their names there. */
export function subordinates(path: string): readonly { path: string; label: string }[] {
  return allScreens.flatMap((screen) => (screen.parent === path && screen.subLabel ? [{ path: screen.path, label: screen.subLabel }] : []))
}

/** Whether an address is this screen of the menu, or one reached from it. */
export function isCurrentDestination({ path }: Pick<Destination, 'path'>, pathname: string): boolean {
  const isWithin = path === OVERVIEW_SCREEN ? pathname === path : pathname.startsWith(path)
  const isOwn = pathname === REVIEW_SCREEN || destinations.some((each) => each.path === pathname)
  return isWithin || (!isOwn && parentOf(pathname) === path)
}

/** The screen that a subordinate screen leads back to; null for the others. */
export function parentScreen(pathname: string, search: string): string | null {
  const parent = parentOf(pathname)
  if (parent !== null) return parent
  return pathname === '/dashboard/settings' && new URLSearchParams(search).has('aba') ? pathname : null
}

/** Whether an address shows a past state of the data, which is read-only. */
export function isPastDay(pathname: string, search: string): boolean {
  return pathname === '/dashboard/activity' && new URLSearchParams(search).has('em')
}

function parentOf(pathname: string): string | null {
  return allScreens.find(({ path }) => matches(path, pathname))?.parent ?? null
}

/** Whether an address is of a screen, whose path may end in the id of what it shows. */
function matches(path: string, pathname: string): boolean {
  const [before, after] = path.split(':id')
  if (after === undefined) return path === pathname
  return pathname.startsWith(before!) && !pathname.slice(before!.length).includes('/') && pathname.length > before!.length
}
