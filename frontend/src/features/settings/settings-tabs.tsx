import type { ComponentType } from 'react'
import { lazyPart } from '../../ui/lazy-part'
import { Loading, Skeleton } from '../../ui/skeleton'
import { AccountSummaryLine, DataSummaryLine, InstallSummaryLine, PreferencesSummaryLine, SupportSummaryLine } from './tab-summaries'

interface SettingsTab {
  /** In the address: `?aba=conta`. */
  word: string
  label: string
  /** How things stand there, in a few words: below its name in the list of a phone. */
  Standing: ComponentType
  Panel: ReturnType<typeof lazyPart>
}

/** The parts of the settings, in their order; the code of each comes when it is opened. A new one is one more entry. */
export const settingsTabs: readonly SettingsTab[] = [
  {
    word: 'conta',
    label: 'Conta',
    Standing: AccountSummaryLine,
    Panel: lazyPart(() => import('./account-tab'), { what: 'a conta', place: <TabSkeleton /> }),
  },
  {
    word: 'assinatura',
    label: 'Assinatura',
    Standing: lazyPart(() => import('./subscription-summary'), { place: 'Plano, renovação, cartão' }),
    Panel: lazyPart(() => import('./subscription-tab'), { what: 'a assinatura', place: <TabSkeleton /> }),
  },
  {
    word: 'preferencias',
    label: 'Preferências',
    Standing: PreferencesSummaryLine,
    Panel: lazyPart(() => import('./preferences-tab'), { what: 'as preferências', place: <TabSkeleton /> }),
  },
  {
    word: 'dados',
    label: 'Dados',
    Standing: DataSummaryLine,
    Panel: lazyPart(() => import('./data-tab'), { what: 'os dados', place: <TabSkeleton /> }),
  },
  {
    word: 'instalacao',
    label: 'Instalação',
    Standing: InstallSummaryLine,
    Panel: lazyPart(() => import('./install-tab'), { what: 'a instalação', place: <TabSkeleton /> }),
  },
  {
    word: 'suporte',
    label: 'Suporte',
    Standing: SupportSummaryLine,
    Panel: lazyPart(() => import('./support-tab'), { what: 'o suporte', place: <TabSkeleton /> }),
  },
]

/** A part before its code is there: a heading on a rule, and rows. */
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
