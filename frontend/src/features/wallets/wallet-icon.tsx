import { IconBuildingBank, IconCash, IconCreditCard, type Icon } from '@tabler/icons-react'
import type { WalletKind } from '@prumo/shared/wallet-rules'

const icons: Record<WalletKind, Icon> = { bank: IconBuildingBank, cash: IconCash, card: IconCreditCard }

export function WalletIcon({ kind, size = 20 }: { kind: WalletKind; size?: number }) {
  const KindIcon = icons[kind]
  return <KindIcon size={size} stroke={1.75} aria-hidden />
}
