import { StrictMode, type ComponentType } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { followOtherTabs } from '../lib/session'
import '../ui/color-scheme'
import './styles'

/** Takes over the page that the build rendered. Each funnel page has an entry of its own that calls it. */
export function hydratePage(Page: ComponentType): void {
  const root = document.getElementById('root')
  if (!root) throw new Error('The page has no root element')
  followOtherTabs()
  if (import.meta.env.PROD) window.addEventListener('load', loadDeviceCopy)
  hydrateRoot(
    root,
    <StrictMode>
      <Page />
    </StrictMode>,
  )
}

/** By the plain file that documents name themselves: it shares no code with what needs React. */
function loadDeviceCopy(): void {
  const script = document.createElement('script')
  script.src = '/device-copy.js'
  document.head.append(script)
}
