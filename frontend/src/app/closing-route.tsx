import { lazyPart } from '../ui/lazy-part'

// A chunk apart from the route's own, as for the forecast.
const ClosingPage = lazyPart(() => import('../features/closing/closing-page'), { what: 'o fechamento' })

/** Closes a month, and shows what it was closed with. */
export function Component() {
  return <ClosingPage />
}
