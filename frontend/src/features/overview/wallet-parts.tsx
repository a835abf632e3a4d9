import { Fragment } from 'react'
import { Link } from 'react-router-dom'
import { formatPlainCentavos } from '@prumo/shared/money'
import { walletAddress, WALLETS_SCREEN } from '../../data/screens'
import { useWallets } from '../../data/wallets'
import styles from './wallet-parts.module.css'

/** The most that fit on two lines. */
const MOST_SHOWN = 4

/** What is on hand today, by banks and cash; each leads to its page. Nothing with a single wallet. */
export default function WalletParts() {
  const { data, open, hasSeveral } = useWallets()
  const parts = open.filter(({ kind }) => kind !== 'card')
  if (!data || !hasSeveral) return null
  const shown = parts.slice(0, parts.length > MOST_SHOWN ? MOST_SHOWN - 1 : MOST_SHOWN)
  return (
    <p className={styles.parts}>
      {shown.map(({ id, name, balance }, index) => (
        <Fragment key={id}>
          {index > 0 && <span aria-hidden="true"> · </span>}
          <Link to={walletAddress(id)}>
            {name}{' '}
            <b className="money" data-short={balance.amount < 0 || undefined}>
              {formatPlainCentavos(balance.amount)}
            </b>
          </Link>
        </Fragment>
      ))}
      {parts.length > shown.length && (
        <>
          <span aria-hidden="true"> · </span>
          <Link to={WALLETS_SCREEN}>mais {parts.length - shown.length}</Link>
        </>
      )}
    </p>
  )
}
