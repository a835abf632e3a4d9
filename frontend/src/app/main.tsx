import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router-dom'
import { startSession } from '../lib/session-start'
import '../site/styles'
import './print.css'
import './start.css'
// Of the figure that stands in the page before all this is there: first-figure.ts.
import '../ui/balance.module.css'
import { settlePaymentArrival } from '../lib/payment-arrival'
import { whenIdle } from '../ui/use-idle'
import { createAppRouter } from './routes'

void startSession()
// Not while the first screen is still being fetched or drawn; and a server that develops has nothing to keep.
if (import.meta.env.PROD)
  window.addEventListener('load', () => whenIdle(() => void import('./releases').then(({ followReleases }) => followReleases())))

const root = document.getElementById('root')
if (!root) throw new Error('The page has no root element')

void settlePaymentArrival().then(() =>
  createRoot(root).render(
    <StrictMode>
      {/* What was touched comes before what arrives: as a transition a screen would wait for every answer that is on its way. */}
      <RouterProvider router={createAppRouter()} useTransitions={false} />
    </StrictMode>,
  ),
)
