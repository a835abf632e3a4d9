import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router-dom'
import { startSession } from '../lib/session-start'
import '../site/styles'
import './print.css'
import './start.css'
// Of the figure that stands in the page before all this is there: early-month-result.ts.
import '../ui/balance.module.css'
import { confirmReturnedPayment } from '../lib/payment-return'
import { runWhenIdle } from '../ui/use-is-idle'
import { createAppRouter } from './routes'

void startSession()
// Not while the first screen is still being fetched or drawn; and a server that develops has nothing to keep.
if (import.meta.env.PROD)
  window.addEventListener('load', () => runWhenIdle(() => void import('./releases').then(({ watchReleases }) => watchReleases())))

const root = document.getElementById('root')
if (!root) throw new Error('The page has no root element')

void confirmReturnedPayment().then(() =>
  createRoot(root).render(
    <StrictMode>
      {/* What was touched comes before what arrives: as a transition a screen would wait for every answer that is on its way. */}
      <RouterProvider router={createAppRouter()} useTransitions={false} />
    </StrictMode>,
  ),
)
