import { lazyPart } from '../ui/lazy-part'

// A chunk apart from the route's own, as for the import.
const ImportsPage = lazyPart(() => import('../features/import/imports-page'), { what: 'as importações' })

/** The screen that lists past imports. */
export function Component() {
  return <ImportsPage />
}
