import type { EntryDraft, EntrySuggestion } from '@prumo/shared/written-entry'
import type { WalletKind } from '@prumo/shared/wallet-rules'

/** Says where a value comes from that the person did not write. */

/** `como em 30/10` */
function pastText(date: string | undefined): string {
  return date ? `como em ${date.slice(8, 10)}/${date.slice(5, 7)}` : 'como da última vez'
}

/** @param lastDate of the remembered transaction */
export function suggestionOrigin({ source }: Pick<EntrySuggestion, 'source'>, lastDate: string | undefined): string {
  return { rule: 'sua regra', past: pastText(lastDate), dictionary: 'sugerida' }[source]
}

export function typeOrigin({ typeOrigin: origin, remembered }: EntryDraft): string {
  return origin === 'past' ? pastText(remembered?.lastDate) : origin === 'category' ? 'pela categoria' : ''
}

const onlyOne: Record<WalletKind, string> = { bank: 'sua única conta', cash: 'seu único caixa', card: 'seu único cartão' }

/** @param kind of the wallet */
export function walletOrigin(origin: EntryDraft['walletOrigin'], kind: WalletKind | undefined, lastDate?: string): string {
  if (origin === 'past') return pastText(lastDate)
  if (origin === 'only' && kind) return onlyOne[kind]
  return origin === 'main' ? 'a principal' : ''
}
