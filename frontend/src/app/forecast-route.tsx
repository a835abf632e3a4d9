import { lazyPart } from '../ui/lazy-part'

// Apart from the screen's own chunk, as the import is: what it is made of is shared with forms.
const ForecastPage = lazyPart(() => import('../features/forecast/forecast-page'), { what: 'a previsão' })

/** The screen of what lies ahead. */
export function Component() {
  return <ForecastPage />
}
