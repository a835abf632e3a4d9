import { StrictMode, type ComponentType } from 'react'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { Html, type Assets } from './html'
import type { Page } from './pages'
import './styles'
import './page.css'

/**
 * A whole page as text, at build time and while developing. A document is plain markup; a funnel page is written so that
 * its script can take it over.
 */
export function render(page: Page, Component: ComponentType, assets: Assets): string {
  const body =
    page.kind === 'document'
      ? renderToStaticMarkup(<Component />)
      : renderToString(
          <StrictMode>
            <Component />
          </StrictMode>,
        )
  return `<!doctype html>${renderToStaticMarkup(<Html page={page} body={body} assets={assets} />)}`
}
