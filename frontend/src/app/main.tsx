import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router-dom'
import { startSession } from '../lib/session-start'
import { adoptSharedSession } from '../lib/shared-session'
import '../site/styles'
import './print.css'
import './start.css'
// Styles of the figure that early-balance.ts draws before this script runs.
import '../features/overview/overview-frame.module.css'
import '../features/overview/on-hand.module.css'
import { confirmReturnedPayment } from '../lib/payment-return'
import { runWhenIdle } from '../ui/use-is-idle'
import { hasFirstScript } from './first-script'
import { createAppRouter } from './routes'

if (hasFirstScript()) start()

function start(): void {
  void startSession()
  // Only once the first screen is loaded and drawn. The development server has no service worker.
  if (import.meta.env.PROD)
    window.addEventListener('load', () => runWhenIdle(() => void import('./releases').then(({ watchReleases }) => watchReleases())))

  const root = document.getElementById('root')
  if (!root) throw new Error('The page has no root element')

  void adoptSharedSession()
    .then(confirmReturnedPayment)
    .then(() =>
      createRoot(root).render(
        <StrictMode>
          {/* As a transition, a navigation would wait for every answer on its way before the next screen appears. */}
          <RouterProvider router={createAppRouter()} useTransitions={false} />
        </StrictMode>,
      ),
    )
}
