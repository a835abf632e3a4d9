import { lazyPart } from '../ui/lazy-part'

// A chunk apart from the route's own, as for the forecast.
const MeiPage = lazyPart(() => import('../features/mei/mei-page'), { what: 'o MEI' })

/** The screen of the MEI. */
export function Component() {
  return <MeiPage />
}
