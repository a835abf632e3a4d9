import { IconChevronDown } from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import type { Wallet } from '@prumo/shared/wallets'
import { walletAddress } from '../../data/screens'
import type { SyncMarkKind } from '../../data/sync/optimistic'
import { Button } from '../../ui/button'
import { SyncMark } from '../../ui/sync-mark'
import { kindNames } from './wallet-texts'
import styles from './archived-wallets.module.css'

interface ArchivedWalletsProps {
  wallets: readonly Wallet[]
  marks: ReadonlyMap<string, SyncMarkKind>
  onUnarchive: (wallet: Wallet) => void
}

/** The archived wallets, folded at first. */
export function ArchivedWallets({ wallets, marks, onUnarchive }: ArchivedWalletsProps) {
  if (wallets.length === 0) return null
  return (
    <details className={styles.part}>
      <summary>
        <h2>
          Arquivadas <span>{wallets.length}</span>
        </h2>
        <IconChevronDown size={20} stroke={1.75} aria-hidden />
      </summary>
      <ul>
        {wallets.map((wallet) => {
          const { id, name, kind } = wallet
          const mark = marks.get(id)
          return (
            <li key={id} data-row={id}>
              <div>
                <Link to={walletAddress(id)}>{name}</Link>
                <small>{mark ? <SyncMark mark={mark} /> : kindNames[kind]}</small>
              </div>
              <Button variant="line" size="sm" onClick={() => onUnarchive(wallet)}>
                Trazer de volta<span className="visually-hidden"> {name}</span>
              </Button>
            </li>
          )
        })}
      </ul>
    </details>
  )
}
