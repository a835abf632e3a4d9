import type { ComponentType } from 'react'
import { AccountStanding, AccountTab } from './account-tab'

export interface SettingsTab {
  /** In the address: `?aba=conta`. */
  word: string
  label: string
  /** How things stand there, in a few words: below its name in the list of a phone. */
  Standing: ComponentType
  Panel: ComponentType
}

/** The parts of the settings, in their order. A new one is one more line. */
export const settingsTabs: readonly SettingsTab[] = [
  { word: 'conta', label: 'Conta', Standing: AccountStanding, Panel: AccountTab },
]
