import { isInstalled } from '../../lib/installed'
import { useNoticesEnabled } from '../../lib/notices-preference'
import { useUser } from '../../lib/session'
import { useColorSchemeChoice } from '../../ui/use-color-scheme'
import { SUPPORT_HOURS } from './about'

const schemeNames = { light: 'claro', dark: 'escuro', system: 'do sistema' } as const

/** The summaries of the tabs. */

export function AccountSummaryLine() {
  const { name, email } = useUser()
  return `${name}, ${email}`
}

export function PreferencesSummaryLine() {
  return `Avisos ${useNoticesEnabled() ? 'ligados' : 'desligados'}, tema ${schemeNames[useColorSchemeChoice()]}`
}

export function RemindersSummaryLine() {
  return 'Notificação, email, calendário'
}

export function AccessSummaryLine() {
  return 'Quem pode ver suas contas'
}

export function DataSummaryLine() {
  return 'Cópia, histórico, apagar'
}

export function InstallSummaryLine() {
  return isInstalled() ? 'Instalado neste aparelho' : 'Aberto no navegador'
}

export function SupportSummaryLine() {
  return SUPPORT_HOURS
}
