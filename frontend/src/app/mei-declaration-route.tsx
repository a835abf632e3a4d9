import { lazyPart } from '../ui/lazy-part'

// A chunk apart from the route's own, as for the forecast.
const DeclarationPage = lazyPart(() => import('../features/mei/declaration-page'), { what: 'a declaração' })

/** The MEI's yearly declaration. */
export function Component() {
  return <DeclarationPage />
}
