import { lazyPart } from '../ui/lazy-part'

// A chunk apart from the route's own, as for the import: forms share its parts.
const ForecastPage = lazyPart(() => import('../features/forecast/forecast-page'), { what: 'a previsão' })

/** The forecast screen. */
export function Component() {
  return <ForecastPage />
}
