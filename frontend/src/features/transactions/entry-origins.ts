import type { EntryDraft } from '@prumo/shared/written-entry'
import type { WalletKind } from '@prumo/shared/wallet-rules'
import { pastText } from '../../lib/suggestion-origin'

/** Says where a value comes from that the person did not write. */

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
