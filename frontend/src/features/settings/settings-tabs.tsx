import type { ComponentType } from 'react'
import { lazyPart } from '../../ui/lazy-part'
import { Loading, Skeleton } from '../../ui/skeleton'
import { AccountStanding } from './standings'

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
  { word: 'conta', label: 'Conta', Standing: AccountStanding, Panel: lazyPart(() => import('./account-tab'), { what: 'a conta', place: <TabSkeleton /> }) },
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
