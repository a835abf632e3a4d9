import {
  IconArrowDownLeft,
  IconArrowUpRight,
  IconArrowsRightLeft,
  IconCategory,
  IconCopy,
  IconDownload,
  IconFileDescription,
  IconFileImport,
  IconKeyboard,
  IconLock,
  IconLogout,
  IconMoon,
  IconPlus,
  IconRepeat,
  IconReplace,
  IconSun,
  IconUmbrella,
  type Icon,
} from '@tabler/icons-react'
import { searchable } from '@prumo/shared/search'
import type { Transaction } from '@prumo/shared/transactions'
import { movementAddress } from '../features/emergency-fund/movement-address'
import { EXPORT_ADDRESS, sheetAddress } from '../features/transactions/sheet-address'
import { formatShortDate } from '../lib/dates'
import { formAddress } from '../lib/form-address'
import { signOut } from '../lib/session-start'
import { setColorScheme, colorScheme } from '../ui/color-scheme'
import { formatFlow } from '../ui/money-format'
import { shownDestinations } from './navigation'
import { openOverlay } from './overlays'
import { allScreens, GOALS_SCREEN, IMPORT_SCREEN, RULES_SCREEN, TASKS_SCREEN, WALLETS_SCREEN, type screens } from '../data/screens'

export interface PaletteAction {
  id: string
  group: 'Lançar' | 'Ir para' | 'Fazer' | 'Transações'
  label: string
  /** Shown at the right end, such as a date and an amount. */
  detail?: string
  icon: Icon
  run: () => void
}

type PalettePath = Extract<(typeof screens)[number], { paletteLabel: string }>['path']

const icons: Readonly<Record<PalettePath, Icon>> = {
  '/dashboard/transactions/recorrentes': IconRepeat,
  '/dashboard/transactions/regras': IconReplace,
  '/dashboard/transactions/categorias': IconCategory,
  '/dashboard/import/list': IconFileImport,
  '/dashboard/mei/relatorio': IconFileDescription,
  '/dashboard/reports/fechar': IconLock,
  '/dashboard/mei/dasn': IconFileDescription,
}

/**
 * The screens and actions that are offered before anything is found.
 * @param hasSeveral whether the account has a second wallet
 * @param repeatLast opens a form with the values of the last transaction
 */
export function builtInActions(go: (path: string) => void, hasSeveral: boolean, repeatLast: () => void): PaletteAction[] {
  const dark = colorScheme() === 'dark'
  return [
    ...shownDestinations(hasSeveral).map(({ path, label, icon }): PaletteAction => ({
      id: path,
      group: 'Ir para',
      label,
      icon,
      run: () => go(path),
    })),
    ...allScreens.flatMap(({ path, paletteLabel }): PaletteAction[] =>
      paletteLabel ? [{ id: path, group: 'Ir para', label: paletteLabel, icon: icons[path as PalettePath], run: () => go(path) }] : [],
    ),
    { id: 'new', group: 'Fazer', label: 'Nova Transação', icon: IconPlus, run: () => go(sheetAddress()) },
    { id: 'repeat', group: 'Fazer', label: 'Repetir a última', icon: IconCopy, run: repeatLast },
    { id: 'import', group: 'Fazer', label: 'Importar extrato', icon: IconFileImport, run: () => go(IMPORT_SCREEN) },
    { id: 'export', group: 'Fazer', label: 'Exportar transações', icon: IconDownload, run: () => go(EXPORT_ADDRESS) },
    ...(hasSeveral
      ? [{ id: 'new-wallet', group: 'Fazer', label: 'Nova conta', icon: IconPlus, run: () => go(formAddress(WALLETS_SCREEN)) } as const]
      : []),
    { id: 'new-goal', group: 'Fazer', label: 'Nova meta', icon: IconPlus, run: () => go(formAddress(GOALS_SCREEN)) },
    { id: 'new-rule', group: 'Fazer', label: 'Nova regra', icon: IconPlus, run: () => go(formAddress(RULES_SCREEN)) },
    { id: 'deposit', group: 'Fazer', label: 'Adicionar à reserva', icon: IconUmbrella, run: () => go(movementAddress('deposit')) },
    { id: 'withdrawal', group: 'Fazer', label: 'Retirar da reserva', icon: IconUmbrella, run: () => go(movementAddress('withdrawal')) },
    { id: 'new-task', group: 'Fazer', label: 'Nova tarefa', icon: IconPlus, run: () => go(formAddress(`${TASKS_SCREEN}?aba=tarefas`)) },
    {
      id: 'scheme',
      group: 'Fazer',
      label: dark ? 'Usar modo claro' : 'Usar modo escuro',
      icon: dark ? IconSun : IconMoon,
      run: () => setColorScheme(dark ? 'light' : 'dark'),
    },
    { id: 'keys', group: 'Fazer', label: 'Atalhos do teclado', icon: IconKeyboard, run: () => openOverlay('shortcuts') },
    { id: 'out', group: 'Fazer', label: 'Sair', icon: IconLogout, run: () => void signOut() },
  ]
}

const typeIcons = { income: IconArrowDownLeft, expense: IconArrowUpRight, transfer: IconArrowsRightLeft }

/** Actions that open the found transactions. */
export function transactionActions(found: readonly Transaction[], go: (path: string) => void): PaletteAction[] {
  return found.map((transaction) => ({
    id: transaction.id,
    group: 'Transações',
    label: transaction.description,
    detail: `${formatShortDate(transaction.date)} · ${formatFlow(transaction.amount, transaction.type)}`,
    icon: typeIcons[transaction.type],
    run: () => go(sheetAddress(transaction.id)),
  }))
}

/** The actions whose label contains every typed word, ignoring case and accents. */
export function filterActions(actions: PaletteAction[], typed: string): PaletteAction[] {
  const words = searchable(typed).split(' ')
  return actions.filter(({ label }) => words.every((word) => searchable(label).includes(word)))
}
