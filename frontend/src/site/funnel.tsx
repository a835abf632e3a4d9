import { StrictMode, type ComponentType } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { followOtherTabs } from '../lib/session'
import { shareSession } from '../lib/shared-session'
import { PageErrorBoundary } from '../ui/page-error'
import '../ui/color-scheme'
import './styles'

/** Hydrates the prerendered page. Each funnel page has an entry of its own that calls this. */
export function hydratePage(Page: ComponentType): void {
  const root = document.getElementById('root')
  if (!root) throw new Error('The page has no root element')
  followOtherTabs()
  shareSession()
  if (import.meta.env.PROD) window.addEventListener('load', loadDeviceCopy)
  hydrateRoot(
    root,
    <StrictMode>
      <PageErrorBoundary>
        <Page />
      </PageErrorBoundary>
    </StrictMode>,
  )
}

/** Through the same plain file that documents load: it shares no code with what needs React. */
function loadDeviceCopy(): void {
  const script = document.createElement('script')
  script.src = '/device-copy.js'
  document.head.append(script)
}
