import { lazyPart } from '../ui/lazy-part'

// Apart from the screen's own chunk, as the import is.
const RecurrencesPage = lazyPart(() => import('../features/recurrences/recurrences-page'), { what: 'o que se repete' })

/** The screen of what repeats. */
export function Component() {
  return <RecurrencesPage />
}
