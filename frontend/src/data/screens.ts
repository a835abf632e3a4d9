/**
 * Every screen of the app: one object each, from which the menu, the palette, the way back and the budgets of the build are
 * made. Plain values without imports, because the build reads them as well. The code of a screen is imported in
 * `app/routes.tsx`, by literals that the bundler understands, and its icon in the shell.
 */

export const OVERVIEW_SCREEN = '/dashboard'
export const FORECAST_SCREEN = '/dashboard/forecast'
export const TRANSACTIONS_SCREEN = '/dashboard/transactions'
export const RECURRENCES_SCREEN = '/dashboard/transactions/recorrentes'
export const IMPORT_SCREEN = '/dashboard/import'
export const IMPORTS_SCREEN = '/dashboard/import/list'
export const GOALS_SCREEN = '/dashboard/goals'
export const FUND_SCREEN = '/dashboard/emergency'
export const TASKS_SCREEN = '/dashboard/tasks'
/** Where a command that was refused or collides is decided. */
export const REVIEW_SCREEN = '/dashboard/review'

/** How a screen is listed in the menu. */
export interface ScreenMenuEntry {
  label: string
  /** The name in the phone's tabs, where space is short. */
  tabLabel?: string
  /** The key that goes there, after `G`. */
  key: string
  /** On a phone: one of the tabs, or in the sheet behind "Mais". */
  phone: 'tab' | 'more'
  /** What `N` adds there: what it is called, and how the address asks for its form. Elsewhere `N` adds a transaction. */
  adds?: { label: string; param: string }
  /** At the foot of the side menu instead of among the screens. */
  foot?: true
}

interface AppScreen {
  path: string
  /** The module that holds its code, below `frontend`. */
  module: string
  /** What it may load before it can be used, in kilobytes of gzip; without one it is no route that the build measures. */
  budget?: number
  menu?: ScreenMenuEntry
  /** What the palette calls a screen that is not in the menu. */
  paletteLabel?: string
  /** The screen that it is reached from and leads back to. */
  parent?: string
}

/** In the order of the menu; the first is the one that the shell is loaded with. */
export const screens = [
  {
    path: OVERVIEW_SCREEN,
    module: 'src/app/overview-route.tsx',
    budget: 210,
    menu: { label: 'Visão Geral', tabLabel: 'Início', key: 'v', phone: 'tab' },
  },
  {
    path: FORECAST_SCREEN,
    module: 'src/app/forecast-route.tsx',
    budget: 235,
    paletteLabel: 'O que vem pela frente',
    parent: OVERVIEW_SCREEN,
  },
  {
    path: TRANSACTIONS_SCREEN,
    module: 'src/features/transactions/transactions-page.tsx',
    budget: 235,
    menu: { label: 'Transações', key: 't', phone: 'tab' },
  },
  {
    path: RECURRENCES_SCREEN,
    module: 'src/app/recurrences-route.tsx',
    budget: 235,
    paletteLabel: 'O que se repete',
    parent: TRANSACTIONS_SCREEN,
  },
  // The readers of statements are a worker, which is fetched with the first file.
  { path: IMPORT_SCREEN, module: 'src/app/import-route.tsx', budget: 235, parent: TRANSACTIONS_SCREEN },
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
  // The chart's library is fetched after what is counted here.
  {
    path: '/dashboard/reports',
    module: 'src/features/reports/reports-page.tsx',
    budget: 235,
    menu: { label: 'Relatórios', key: 'l', phone: 'more' },
  },
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

/** The same, for readers that ask for what only some screens have. */
export const allScreens: readonly AppScreen[] = screens
