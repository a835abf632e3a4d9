import type { SuggestionSource } from '@prumo/shared/suggestions'

/** `como em 30/10` */
export function pastText(date: string | undefined): string {
  return date ? `como em ${date.slice(8, 10)}/${date.slice(5, 7)}` : 'como da última vez'
}

/** @param lastDate of the remembered transaction */
export function suggestionOrigin(source: SuggestionSource, lastDate: string | undefined): string {
  return { rule: 'sua regra', past: pastText(lastDate), dictionary: 'sugerida' }[source]
}
