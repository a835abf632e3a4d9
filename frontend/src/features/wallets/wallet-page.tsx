import { IconArrowLeft } from '@tabler/icons-react'
import { Link, useNavigate } from 'react-router-dom'
import { WALLETS_SCREEN } from '../../data/screens'
import { useWallets } from '../../data/wallets'
import { ButtonLink } from '../../ui/button'
import { EmptyState } from '../../ui/empty-state'
import { RuledPaper } from '../../ui/chart/ruled-paper'
import { LoadFailure } from '../../ui/load-failure'
import { useNarrow } from '../../ui/media'
import { Page } from '../../ui/page'
import { CardContent } from './card-content'
import { MoneyContent } from './money-content'
import { useWalletDialogs } from './use-wallet-dialogs'
import { WalletSkeleton } from './wallet-page-skeleton'
import styles from './wallet-page.module.css'

/** The screen of one wallet: a bank account or cash with its movements, or a card with its bills. */
export default function WalletPage({ id }: { id: string }) {
  const list = useWallets()
  const navigate = useNavigate()
  const wallet = list.wallets.find((each) => each.id === id) ?? null
  const dialogs = useWalletDialogs(list.wallets, () => void navigate(WALLETS_SCREEN, { replace: true }))

  if (wallet) {
    const Content = wallet.kind === 'card' ? CardContent : MoneyContent
    return (
      <>
        <BackLink />
        <Content key={wallet.id} wallet={wallet} list={list} {...dialogs} />
        {dialogs.dialogs}
      </>
    )
  }
  return (
    <>
      <BackLink />
      <Page title="Contas">
        {list.isFailed ? (
          <div className={styles.failed}>
            <LoadFailure what="a conta" onRetry={list.retry} />
          </div>
        ) : list.data ? (
          <EmptyState
            drawing={<RuledPaper />}
            title="Esta conta não existe mais"
            reason="Ela pode ter sido excluída em outro aparelho."
            action={<ButtonLink to={WALLETS_SCREEN}>Ver as contas</ButtonLink>}
          />
        ) : (
          <WalletSkeleton />
        )}
      </Page>
    </>
  )
}

/** Back to the list, above the heading; a phone has it in its top bar. */
function BackLink() {
  if (useNarrow()) return null
  return (
    <Link to={WALLETS_SCREEN} className={styles.back}>
      <IconArrowLeft size={16} stroke={1.75} aria-hidden />
      Contas
    </Link>
  )
}
