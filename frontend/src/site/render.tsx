import { StrictMode, type ComponentType } from 'react'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { Html, type PageAssets } from './html'
import type { SitePage } from './pages'
import './styles'
import './page.css'

/** Renders a whole page, at build time and on the development server. A document is plain markup; a funnel page can be hydrated. */
export function render(page: SitePage, Component: ComponentType, assets: PageAssets): string {
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
