import { lazyPart } from '../ui/lazy-part'

// A chunk apart from the route's own, as for the import.
const RulesPage = lazyPart(() => import('../features/transactions/categories/rules-page'), { what: 'as regras' })

/** The screen of rules. */
export function Component() {
  return <RulesPage />
}
