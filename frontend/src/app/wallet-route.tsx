import { useParams } from 'react-router-dom'
import { lazyPart } from '../ui/lazy-part'

// A chunk apart from the route's own, as for the import.
const WalletPage = lazyPart(() => import('../features/wallets/wallet-page'), { what: 'a conta' })

/** The screen of one wallet. */
export function Component() {
  const { id = '' } = useParams()
  return <WalletPage id={id} />
}
