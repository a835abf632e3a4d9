import { lazyPart } from '../ui/lazy-part'

// A chunk apart from the route's own, as for the import.
const RecurrencesPage = lazyPart(() => import('../features/recurrences/recurrences-page'), { what: 'o que se repete' })

/** The screen of recurrences. */
export function Component() {
  return <RecurrencesPage />
}
