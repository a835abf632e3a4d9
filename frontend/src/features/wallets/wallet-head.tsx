import type { ReactNode } from 'react'
import type { Wallet } from '@prumo/shared/wallets'
import type { Wallets } from '../../data/wallets'
import { lazyPart } from '../../ui/lazy-part'
import { useNarrow } from '../../ui/media'
import { OutdatedNote } from '../../ui/outdated-note'
import { MenuButton } from '../../ui/overlay/menu-button'
import { Page } from '../../ui/page'
import { SyncMark } from '../../ui/sync-mark'
import { useSyncMarks } from '../../data/sync-status'
import type { WalletActions } from './wallet-menu'
import { subtitle } from './wallet-texts'
import styles from './wallet-page.module.css'

const WalletMenu = lazyPart(() => import('./wallet-menu'), { place: <MenuButton label="Ações" /> })

/** What the pages of both kinds of wallet get. */
export interface WalletContentProps {
  wallet: Wallet
  list: Wallets
  actions: WalletActions
  correctBalance: (wallet: Wallet) => void
}

interface WalletHeadProps extends Pick<WalletContentProps, 'wallet' | 'list' | 'actions'> {
  /** Beside the menu; on a phone the page has it elsewhere. */
  button: ReactNode
  /** Of several readings, the oldest that could not be refreshed. */
  outdated: { fetchedAt: number | null; retry: () => void } | undefined
  children: ReactNode
}

/** A wallet's page: its name, kind and actions. */
export function WalletHead({ wallet, list, actions, button, outdated, children }: WalletHeadProps) {
  const mark = useSyncMarks('wallet').get(wallet.id)
  const isNarrow = useNarrow()
  const words = <p className={styles.subtitle}>{mark ? <SyncMark mark={mark} /> : subtitle(wallet)}</p>
  const menu = <WalletMenu wallet={wallet} hasOthers={list.open.length > 1} {...actions} />
  return (
    <Page
      title={wallet.name}
      beside={!isNarrow && words}
      actions={
        !isNarrow && (
          <div className={styles.buttons}>
            {button}
            {menu}
          </div>
        )
      }
    >
      {isNarrow && (
        <div className={styles.phoneHead}>
          {words}
          {menu}
        </div>
      )}
      {outdated && <OutdatedNote at={outdated.fetchedAt} onRetry={outdated.retry} />}
      {children}
    </Page>
  )
}
