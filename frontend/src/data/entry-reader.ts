import type { BusinessType } from '@prumo/shared/business'
import type { CalendarDate } from '@prumo/shared/calendar'
import { prepareSuggestions, type DescribedFlow, type Suggestion } from '@prumo/shared/suggestions'
import type { FlowType } from '@prumo/shared/transaction-rules'
import type { UsedCategory, UsedDescription } from '@prumo/shared/transactions'
import type { Rule } from '@prumo/shared/rules'
import type { Wallet } from '@prumo/shared/wallets'
import {
  readWrittenEntry,
  type EntryChoices,
  type EntryKnowledge,
  type EntrySuggestion,
  type WrittenEntry,
} from '@prumo/shared/written-entry'

/** Reads written lines and suggests categories. Loaded when it is needed, because it brings the dictionary. */

/** What this device holds of the account, as far as it is known. */
export interface EntrySources {
  today: CalendarDate
  descriptions: readonly UsedDescription[]
  categories: readonly Pick<UsedCategory, 'type' | 'category'>[]
  /** Without archived ones. */
  wallets: readonly Wallet[]
  rules: readonly Rule[]
  businessType: BusinessType | null
}

export interface EntryReader {
  /** Suggests the category of a line of a statement. */
  suggestFor: (line: DescribedFlow) => Suggestion | null
  read: (line: string, choices?: EntryChoices) => WrittenEntry
  suggest: (description: string, type: FlowType) => EntrySuggestion | null
}

export function prepareReader({ today, descriptions, categories, wallets, rules, businessType }: EntrySources): EntryReader {
  const past = descriptions.map(({ description, type, category, lastDate }) => {
    const date = lastDate < today ? lastDate : today
    // The server says the day alone. From its start on, a rule of the same day applies.
    return { description, type, category, date, recordedAt: `${date}T03:00:00.000Z` }
  })
  const suggestFor = prepareSuggestions({ rules, past, businessType })
  const suggest: EntryReader['suggest'] = (description, type) => suggestFor({ description, type })
  const knowledge: EntryKnowledge = { today, descriptions, categories, wallets, suggest }
  return { read: (line, choices) => readWrittenEntry(line, knowledge, choices), suggest, suggestFor }
}
