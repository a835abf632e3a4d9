import {
  IconArrowDownLeft,
  IconArrowUpRight,
  IconChartLine,
  IconDownload,
  IconFileImport,
  IconKeyboard,
  IconLogout,
  IconMoon,
  IconPlus,
  IconRepeat,
  IconSun,
  IconUmbrella,
  type Icon,
} from '@tabler/icons-react'
import { reaisToCentavos } from '@prumo/shared/money'
import { searchable } from '@prumo/shared/search'
import type { Transaction } from '@prumo/shared/transactions'
import { FORECAST_SCREEN } from '../data/balance-commands'
import { IMPORT_SCREEN, IMPORTS_SCREEN } from '../data/import-commands'
import { RECURRENCES_SCREEN } from '../data/recurrence-commands'
import { movementAddress } from '../features/emergency-fund/movement-address'
import { EXPORT_ADDRESS, sheetAddress } from '../features/transactions/sheet-address'
import { formatShortDate } from '../lib/dates'
import { formAddress } from '../lib/form-address'
import { signOut } from '../lib/session-start'
import { setColorScheme, colorScheme } from '../ui/color-scheme'
import { formatFlow } from '../ui/money-format'
import { destinations } from './navigation'
import { openOverlay } from './overlays'

export interface PaletteAction {
  id: string
  group: 'Ir para' | 'Fazer' | 'Transações'
  label: string
  /** At the right end: a date and an amount. */
  detail?: string
  icon: Icon
  run: () => void
}

/** Screens and actions, always at hand. */
export function builtInActions(go: (path: string) => void): PaletteAction[] {
  const dark = colorScheme() === 'dark'
  return [
    ...destinations.map(({ path, label, icon }): PaletteAction => ({ id: path, group: 'Ir para', label, icon, run: () => go(path) })),
    { id: 'forecast', group: 'Ir para', label: 'O que vem pela frente', icon: IconChartLine, run: () => go(FORECAST_SCREEN) },
    { id: 'recurrences', group: 'Ir para', label: 'O que se repete', icon: IconRepeat, run: () => go(RECURRENCES_SCREEN) },
    { id: 'imports', group: 'Ir para', label: 'Importações', icon: IconFileImport, run: () => go(IMPORTS_SCREEN) },
    { id: 'new', group: 'Fazer', label: 'Nova Transação', icon: IconPlus, run: () => go(sheetAddress()) },
    { id: 'import', group: 'Fazer', label: 'Importar extrato', icon: IconFileImport, run: () => go(IMPORT_SCREEN) },
    { id: 'export', group: 'Fazer', label: 'Exportar transações', icon: IconDownload, run: () => go(EXPORT_ADDRESS) },
    { id: 'new-goal', group: 'Fazer', label: 'Nova meta', icon: IconPlus, run: () => go(formAddress('/dashboard/goals')) },
    { id: 'deposit', group: 'Fazer', label: 'Adicionar à reserva', icon: IconUmbrella, run: () => go(movementAddress('deposit')) },
    { id: 'withdrawal', group: 'Fazer', label: 'Retirar da reserva', icon: IconUmbrella, run: () => go(movementAddress('withdrawal')) },
    { id: 'new-task', group: 'Fazer', label: 'Nova tarefa', icon: IconPlus, run: () => go(formAddress('/dashboard/tasks?aba=tarefas')) },
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

/** Transactions that were found; choosing one opens it. */
export function transactionActions(found: readonly Transaction[], go: (path: string) => void): PaletteAction[] {
  return found.map((transaction) => ({
    id: transaction.id,
    group: 'Transações',
    label: transaction.description,
    detail: `${formatShortDate(transaction.date)} · ${formatFlow(reaisToCentavos(transaction.amount) ?? 0, transaction.type)}`,
    icon: transaction.type === 'income' ? IconArrowDownLeft : IconArrowUpRight,
    run: () => go(sheetAddress(transaction.id)),
  }))
}

/** Those whose label holds every word that was typed, whatever its case and accents. */
export function filterActions(actions: PaletteAction[], typed: string): PaletteAction[] {
  const words = searchable(typed).split(' ')
  return actions.filter(({ label }) => words.every((word) => searchable(label).includes(word)))
}
