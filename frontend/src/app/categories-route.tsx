import { lazyPart } from '../ui/lazy-part'

// A chunk apart from the route's own, as for the import.
const CategoriesPage = lazyPart(() => import('../features/transactions/categories/categories-page'), { what: 'as categorias' })

/** The screen of categories. */
export function Component() {
  return <CategoriesPage />
}
