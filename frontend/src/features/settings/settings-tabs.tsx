import type { ComponentType } from 'react'
import { lazyPart } from '../../ui/lazy-part'
import { Loading, Skeleton } from '../../ui/skeleton'
import {
  AccessSummaryLine,
  AccountSummaryLine,
  DataSummaryLine,
  InstallSummaryLine,
  PreferencesSummaryLine,
  RemindersSummaryLine,
  SupportSummaryLine,
} from './tab-summaries'

interface SettingsTab {
  /** The value in the URL: `?aba=conta`. */
  word: string
  label: string
  /** A short summary, below the label in the list of a phone. */
  Summary: ComponentType
  Panel: ReturnType<typeof lazyPart>
}

/** The tabs of the settings in order. Each loads its code when it opens. */
export const settingsTabs: readonly SettingsTab[] = [
  {
    word: 'conta',
    label: 'Conta',
    Summary: AccountSummaryLine,
    Panel: lazyPart(() => import('./account-tab'), { what: 'a conta', place: <TabSkeleton /> }),
  },
  {
    word: 'assinatura',
    label: 'Assinatura',
    Summary: lazyPart(() => import('./subscription-summary'), { place: 'Plano, renovação, cartão' }),
    Panel: lazyPart(() => import('./subscription-tab'), { what: 'a assinatura', place: <TabSkeleton /> }),
  },
  {
    word: 'lembretes',
    label: 'Lembretes',
    Summary: RemindersSummaryLine,
    Panel: lazyPart(() => import('./reminders/reminders-tab'), { what: 'os lembretes', place: <TabSkeleton /> }),
  },
  {
    word: 'acesso',
    label: 'Acesso',
    Summary: AccessSummaryLine,
    Panel: lazyPart(() => import('./access/access-tab'), { what: 'o acesso', place: <TabSkeleton /> }),
  },
  {
    word: 'preferencias',
    label: 'Preferências',
    Summary: PreferencesSummaryLine,
    Panel: lazyPart(() => import('./preferences-tab'), { what: 'as preferências', place: <TabSkeleton /> }),
  },
  {
    word: 'dados',
    label: 'Dados',
    Summary: DataSummaryLine,
    Panel: lazyPart(() => import('./data-tab'), { what: 'os dados', place: <TabSkeleton /> }),
  },
  {
    word: 'instalacao',
    label: 'Instalação',
    Summary: InstallSummaryLine,
    Panel: lazyPart(() => import('./install-tab'), { what: 'a instalação', place: <TabSkeleton /> }),
  },
  {
    word: 'suporte',
    label: 'Suporte',
    Summary: SupportSummaryLine,
    Panel: lazyPart(() => import('./support-tab'), { what: 'o suporte', place: <TabSkeleton /> }),
  },
]

/** The placeholder while a tab loads: a heading and rows. */
function TabSkeleton() {
  return (
    <Loading what="as configurações">
      <Skeleton width="9rem" height="1.5rem" />
      {[0, 1, 2].map((row) => (
        <Skeleton key={row} height="48px" />
      ))}
    </Loading>
  )
}
