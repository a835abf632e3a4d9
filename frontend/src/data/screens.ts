/**
 * Every screen of the app, one object each, from which the menu, the palette, back navigation and the build's budgets are made.
 * Plain values without imports, because the build reads them too. `app/routes.tsx` imports the code of screens by literal paths, as
 * the bundler requires; the shell has their icons.
 */

export const OVERVIEW_SCREEN = '/dashboard'
export const FORECAST_SCREEN = '/dashboard/forecast'
export const TRANSACTIONS_SCREEN = '/dashboard/transactions'
export const WALLETS_SCREEN = '/dashboard/contas'
export const RECURRENCES_SCREEN = '/dashboard/transactions/recorrentes'
export const RULES_SCREEN = '/dashboard/transactions/regras'
export const CATEGORIES_SCREEN = '/dashboard/transactions/categorias'
export const IMPORT_SCREEN = '/dashboard/import'
export const IMPORTS_SCREEN = '/dashboard/import/list'
export const REPORTS_SCREEN = '/dashboard/reports'
export const CLOSING_SCREEN = '/dashboard/reports/fechar'
export const GOALS_SCREEN = '/dashboard/goals'
export const FUND_SCREEN = '/dashboard/emergency'
export const TASKS_SCREEN = '/dashboard/tasks'
export const MEI_SCREEN = '/dashboard/mei'
export const MEI_REPORT_SCREEN = '/dashboard/mei/relatorio'
export const MEI_DECLARATION_SCREEN = '/dashboard/mei/dasn'
/** Where the person decides about refused and conflicting commands. */
export const REVIEW_SCREEN = '/dashboard/review'

/** The page of one wallet. */
export function walletAddress(id: string): string {
  return `${WALLETS_SCREEN}/${id}`
}

/** The screen that closes a month, or shows what it was closed with. @param month `2026-10` */
export function closingAddress(month: string, { reopens = false } = {}): string {
  return `${CLOSING_SCREEN}?mes=${month}${reopens ? '&reabrir=1' : ''}`
}

/** The menu entry of a screen. */
export interface ScreenMenuEntry {
  label: string
  /** The shorter name in the phone's tabs. */
  tabLabel?: string
  /** The key that opens it, after `G`. */
  key: string
  /** Its place on a phone: among the tabs, or in the sheet behind "Mais". */
  phone: 'tab' | 'more'
  /** What `N` adds on this screen: its label, and the parameter that opens its form. Elsewhere `N` adds a transaction. */
  adds?: { label: string; param: string }
  /** At the foot of the side menu instead of among the screens. */
  foot?: true
  /** Only from the second wallet on. */
  needsWallets?: true
}

interface AppScreen {
  path: string
  /** The module of its code, below `frontend`. */
  module: string
  /** The most that it may load before it can be used, in kilobytes of gzip; not measured without one. */
  budget?: number
  menu?: ScreenMenuEntry
  /** Its name in the palette, if it is not in the menu. */
  paletteLabel?: string
  /** Its name below its parent in the side menu, while that is open. */
  subLabel?: string
  /** The screen from which it is reached, and to which it leads back. */
  parent?: string
}

/** In menu order; the shell's chunk includes the first. */
export const screens = [
  {
    path: OVERVIEW_SCREEN,
    module: 'src/app/overview-route.tsx',
    budget: 210,
    menu: { label: 'Visão Geral', tabLabel: 'Início', key: 'v', phone: 'tab' },
  },
  {
    path: TRANSACTIONS_SCREEN,
    module: 'src/features/transactions/transactions-page.tsx',
    budget: 235,
    menu: { label: 'Transações', key: 't', phone: 'tab' },
  },
  // The statement parsers are in a worker, loaded with the first file.
  { path: IMPORT_SCREEN, module: 'src/app/import-route.tsx', budget: 235, subLabel: 'Importar', parent: TRANSACTIONS_SCREEN },
  {
    path: RECURRENCES_SCREEN,
    module: 'src/app/recurrences-route.tsx',
    budget: 235,
    paletteLabel: 'O que se repete',
    subLabel: 'Recorrentes',
    parent: TRANSACTIONS_SCREEN,
  },
  {
    path: RULES_SCREEN,
    module: 'src/app/rules-route.tsx',
    budget: 235,
    paletteLabel: 'Regras',
    subLabel: 'Regras',
    parent: TRANSACTIONS_SCREEN,
  },
  {
    path: CATEGORIES_SCREEN,
    module: 'src/app/categories-route.tsx',
    budget: 235,
    paletteLabel: 'Categorias',
    subLabel: 'Categorias',
    parent: TRANSACTIONS_SCREEN,
  },
  {
    path: WALLETS_SCREEN,
    module: 'src/app/wallets-route.tsx',
    budget: 235,
    menu: { label: 'Contas', key: 'o', phone: 'more', adds: { label: 'Nova conta', param: 'nova' }, needsWallets: true },
  },
  {
    path: `${WALLETS_SCREEN}/:id`,
    module: 'src/app/wallet-route.tsx',
    budget: 235,
    parent: WALLETS_SCREEN,
  },
  {
    path: FORECAST_SCREEN,
    module: 'src/app/forecast-route.tsx',
    budget: 235,
    menu: { label: 'Previsão', key: 'p', phone: 'more' },
    parent: OVERVIEW_SCREEN,
  },
  {
    path: MEI_SCREEN,
    module: 'src/app/mei-route.tsx',
    budget: 235,
    menu: { label: 'MEI em dia', key: 'e', phone: 'more' },
    parent: OVERVIEW_SCREEN,
  },
  {
    path: MEI_REPORT_SCREEN,
    module: 'src/app/mei-report-route.tsx',
    budget: 235,
    paletteLabel: 'Relatório Mensal do MEI',
    parent: MEI_SCREEN,
  },
  {
    path: MEI_DECLARATION_SCREEN,
    module: 'src/app/mei-declaration-route.tsx',
    budget: 235,
    paletteLabel: 'Declaração anual do MEI (DASN)',
    parent: MEI_SCREEN,
  },
  { path: IMPORTS_SCREEN, module: 'src/app/imports-route.tsx', budget: 235, paletteLabel: 'Importações', parent: TRANSACTIONS_SCREEN },
  {
    path: GOALS_SCREEN,
    module: 'src/features/goals/goals-page.tsx',
    budget: 235,
    menu: { label: 'Metas', key: 'm', phone: 'tab', adds: { label: 'Nova meta', param: 'nova' } },
  },
  {
    path: FUND_SCREEN,
    module: 'src/features/emergency-fund/emergency-fund-page.tsx',
    budget: 235,
    menu: { label: 'Reserva', key: 'r', phone: 'more', adds: { label: 'Adicionar à reserva', param: 'adicionar' } },
  },
  {
    path: TASKS_SCREEN,
    module: 'src/features/tasks/tasks-page.tsx',
    budget: 235,
    menu: { label: 'Tarefas', key: 'f', phone: 'more', adds: { label: 'Novo item', param: 'nova' } },
  },
  // The chart library is loaded later and not counted here.
  {
    path: REPORTS_SCREEN,
    module: 'src/features/reports/reports-page.tsx',
    budget: 235,
    menu: { label: 'Relatórios', key: 'l', phone: 'more' },
  },
  { path: CLOSING_SCREEN, module: 'src/app/closing-route.tsx', budget: 235, paletteLabel: 'Fechar o mês', parent: REPORTS_SCREEN },
  {
    path: '/dashboard/activity',
    module: 'src/features/activity/activity-page.tsx',
    budget: 235,
    menu: { label: 'Histórico', key: 'h', phone: 'more', foot: true },
  },
  {
    path: '/dashboard/settings',
    module: 'src/features/settings/settings-page.tsx',
    budget: 235,
    menu: { label: 'Configurações', key: 'c', phone: 'more', foot: true },
  },
  { path: REVIEW_SCREEN, module: 'src/features/outbox/review-page.tsx', parent: OVERVIEW_SCREEN },
] as const satisfies readonly AppScreen[]

/** The same screens, typed for properties that only some have. */
export const allScreens: readonly AppScreen[] = screens
