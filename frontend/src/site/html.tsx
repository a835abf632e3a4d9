import { structuredData } from './structured-data'
import type { SitePage } from './pages'
import { CONTACT_URL, PUBLIC_URL } from './public-url'

/** The files that a page loads, under the names from the build. */
export interface PageAssets {
  /** The page's styles, inlined so that the first paint waits for nothing. Null if the script brings them. */
  css: string | null
  font: string | null
  /** Null for a document, unless a script has to bring its styles. */
  script: string | null
  /** The chunks that the script imports, to be preloaded. */
  imports: readonly string[]
}

const PLASTER = '#F6F5F0'

/** The head that all pages share, and the prerendered body. */
export function Html({ page, body, assets }: { page: SitePage; body: string; assets: PageAssets }) {
  const title = page.path === '/' ? page.title : `${page.title} · Prumo`
  const address = PUBLIC_URL + page.path
  const facts = structuredData(page)
  return (
    <html lang="pt-BR" data-mantine-color-scheme="light">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <title>{title}</title>
        <meta name="description" content={page.description} />
        <meta name="theme-color" content={PLASTER} />
        <meta name="color-scheme" content="light dark" />
        {page.unlisted ? <meta name="robots" content="noindex" /> : <link rel="canonical" href={address} />}
        {assets.font && <link rel="preload" as="font" type="font/woff2" crossOrigin="anonymous" href={assets.font} />}
        <link rel="icon" href="/logo-mark.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/icons/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        <meta property="og:type" content="website" />
        <meta property="og:site_name" content="Prumo" />
        <meta property="og:locale" content="pt_BR" />
        <meta property="og:title" content={title} />
        <meta property="og:description" content={page.description} />
        <meta property="og:url" content={address} />
        <meta property="og:image" content={`${PUBLIC_URL}/icons/share.png`} />
        <meta property="og:image:width" content="1200" />
        <meta property="og:image:height" content="630" />
        <meta property="og:image:alt" content="Prumo. Suas finanças no prumo." />
        <meta name="twitter:card" content="summary_large_image" />
        {page.path === '/contact' && <meta name="contact-url" content={CONTACT_URL} />}
        <script src="/first-paint.js" />
        {assets.css !== null && <style dangerouslySetInnerHTML={{ __html: assets.css }} />}
        {assets.imports.map((file) => (
          <link key={file} rel="modulepreload" href={file} />
        ))}
        {page.kind === 'document' && <script src="/document.js" defer />}
        {/*
         * Not on the development server, which has no service worker. A funnel page loads the script itself once it is complete.
         */}
        {page.kind === 'document' && assets.css !== null && <script src="/device-copy.js" defer />}
        {assets.script !== null && <script type="module" src={assets.script} />}
        {/* A data block, not executed. */}
        {facts && <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: facts }} />}
      </head>
      <body>
        <div id="root" dangerouslySetInnerHTML={{ __html: body }} />
        {page.kind === 'funnel' && <LoadFailureNotice path={page.path} />}
      </body>
    </html>
  )
}

/** Shown by first-paint.js if the page's script did not arrive. */
function LoadFailureNotice({ path }: { path: string }) {
  return (
    <>
      <div id="unopened" role="alert" hidden>
        <p>Parte desta página não chegou até aqui.</p>
        <p>
          <a href={path}>Tentar de novo</a>
        </p>
      </div>
      <noscript>Esta página precisa de JavaScript para funcionar. Ative-o no navegador e recarregue a página.</noscript>
    </>
  )
}
