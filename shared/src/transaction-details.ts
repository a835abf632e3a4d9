import { MAX_CATEGORY, MAX_NOTE } from './limits.js'
import { searchable } from './search.js'
import { normaliseText } from './text-form.js'
import { listedCategories, NO_CATEGORY } from './transaction-rules.js'

/**
 * The texts that describe a transaction and that no rule depends on. The contract, events, read models, copies, search, history
 * and the browser's commands are built from this list: a further optional text is an entry here and a field in the form.
 */

interface OptionalText {
  /** Maximum length in code points. */
  max: number
  /** The shown name, and the article before it. */
  label: string
  article: 'A' | 'O'
  /** Shown for a transaction without it. */
  none: string
  /** Values that the log keeps readable; it seals all others. */
  readable: readonly string[]
}

export const optionalTexts = {
  category: { max: MAX_CATEGORY, label: 'Categoria', article: 'A', none: NO_CATEGORY, readable: listedCategories },
  note: { max: MAX_NOTE, label: 'Observação', article: 'A', none: 'Sem observação', readable: [] },
} as const satisfies Readonly<Record<string, OptionalText>>

type OptionalTextName = keyof typeof optionalTexts
/** Null where the transaction has none. */
export type OptionalTexts = Record<OptionalTextName, string | null>
/** All texts that describe a transaction. */
export type DescriptiveTexts = { description: string } & OptionalTexts

const optionalNames = Object.keys(optionalTexts) as OptionalTextName[]
export const descriptiveNames: readonly (keyof DescriptiveTexts)[] = ['description', ...optionalNames]

/** One value per optional text, by its name. */
export function forOptionalTexts<Value>(valueOf: (name: OptionalTextName, text: OptionalText) => Value): Record<OptionalTextName, Value> {
  return Object.fromEntries(optionalNames.map((name) => [name, valueOf(name, optionalTexts[name])])) as Record<OptionalTextName, Value>
}

export const noOptionalTexts: Readonly<OptionalTexts> = forOptionalTexts(() => null)

/** The texts alone of anything that has them. */
export function pickTexts(from: DescriptiveTexts): DescriptiveTexts {
  return { description: from.description, ...forOptionalTexts((name) => from[name]) }
}

/** Typed texts as the server would store them; an empty optional one is none. */
export function normaliseTexts(typed: DescriptiveTexts): DescriptiveTexts {
  return { description: normaliseText(typed.description), ...forOptionalTexts((name) => normaliseText(typed[name] ?? '') || null) }
}

/** The texts after a change: an absent one stays, null clears an optional one. */
export function changeTexts(
  before: DescriptiveTexts,
  changes: { [Name in keyof DescriptiveTexts]?: DescriptiveTexts[Name] | undefined },
): DescriptiveTexts {
  return {
    description: changes.description ?? before.description,
    ...forOptionalTexts((name) => {
      const changed = changes[name]
      return changed === undefined ? before[name] : changed
    }),
  }
}

/** The text that a search for transactions looks through: also the bank's own of an imported one. */
export function searchedText(texts: DescriptiveTexts & { statementText: string | null }): string {
  return searchable([...descriptiveNames.map((name) => texts[name] ?? ''), texts.statementText ?? ''].join(' '))
}
