import { lazyPart } from '../ui/lazy-part'

// A chunk apart from the route's own, as for the import.
const WalletsPage = lazyPart(() => import('../features/wallets/wallets-page'), { what: 'as contas' })

/** The screen of the wallets. */
export function Component() {
  return <WalletsPage />
}
