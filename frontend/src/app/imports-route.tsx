import { lazyPart } from '../ui/lazy-part'

// Apart from the screen's own chunk, as the import itself is.
const ImportsPage = lazyPart(() => import('../features/import/imports-page'), { what: 'as importações' })

/** The screen of what was imported. */
export function Component() {
  return <ImportsPage />
}
