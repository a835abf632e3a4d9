import { IconArrowsRightLeft, IconPlus } from '@tabler/icons-react'
import { useSyncMarks } from '../../data/sync-status'
import { useWallets } from '../../data/wallets'
import { useToday } from '../../lib/use-today'
import { Button } from '../../ui/button'
import { LoadFailure } from '../../ui/load-failure'
import { useNarrow } from '../../ui/media'
import { OutdatedNote } from '../../ui/outdated-note'
import { Page } from '../../ui/page'
import { Loading, Skeleton } from '../../ui/skeleton'
import { ArchivedWallets } from './archived-wallets'
import { useTransferForm } from './use-transfer-form'
import { useWalletDialogs } from './use-wallet-dialogs'
import { WalletList } from './wallet-list'
import styles from './wallets-page.module.css'

/** Where the money is: banks, cash and cards. */
export default function WalletsPage() {
  const list = useWallets()
  const { wallets, open: active } = list
  const { actions, open, correctBalance, dialogs } = useWalletDialogs(wallets)
  const openTransfer = useTransferForm()
  const marks = useSyncMarks('wallet')
  const now = useToday()
  const isNarrow = useNarrow()

  const buttons = list.data && (
    <>
      {active.length > 1 && (
        <Button variant="line" icon={<IconArrowsRightLeft size={20} stroke={1.75} aria-hidden />} onClick={() => openTransfer({})}>
          Transferir
        </Button>
      )}
      <Button icon={<IconPlus size={20} stroke={1.75} aria-hidden />} onClick={open}>
        Nova conta
      </Button>
    </>
  )

  return (
    <Page title="Contas" beside={!isNarrow && <p className={styles.beside}>onde o dinheiro está</p>} actions={!isNarrow && buttons}>
      <div className={styles.page}>
        {list.isOutdated && <OutdatedNote at={list.fetchedAt} onRetry={list.retry} />}
        {list.isFailed ? (
          <LoadFailure what="as contas" onRetry={list.retry} />
        ) : list.data ? (
          <>
            <WalletList wallets={active} marks={marks} now={now} actions={actions} onCorrect={correctBalance} />
            {active.length === 1 && <p className={styles.only}>Você tem uma conta. Tem caixa ou cartão?</p>}
            <ArchivedWallets wallets={wallets.filter(({ archived }) => archived)} marks={marks} onUnarchive={actions.onUnarchive} />
          </>
        ) : (
          <WalletsSkeleton />
        )}
      </div>
      {isNarrow && buttons && <div className={styles.foot}>{buttons}</div>}
      {dialogs}
    </Page>
  )
}

/** The placeholder while the list loads, with the same measures. */
function WalletsSkeleton() {
  return (
    <Loading what="as contas">
      <div className={styles.skeleton} aria-hidden="true">
        {[34, 26, 30].map((width) => (
          <div key={width}>
            <Skeleton width={`${width}%`} />
            <Skeleton width="5.5rem" />
          </div>
        ))}
      </div>
    </Loading>
  )
}
