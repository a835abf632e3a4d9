import type { IncomingMessage } from 'node:http'
import type { ComponentType } from 'react'
import type { Plugin } from 'vite'
import type { render as Render } from '../src/site/render.tsx'
import { pages, redirects } from '../src/site/pages.ts'
import { entryOf } from './page-entries.ts'

/** Renders the pages outside the app at each request to the development server, and redirects as the server does. */
export function devPages(): Plugin {
  return {
    name: 'prumo:dev-pages',
    apply: 'serve',
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const path = requestedPath(request)
        if (path === null) return next()
        const target = redirects[path] ?? (leadsToLanding(path) ? '/' : null)
        if (target !== null) return response.writeHead(302, { Location: target }).end()
        const page = pages.find((each) => each.path === path)
        if (!page) return next()
        const rendered = async () => {
          const { render } = (await server.ssrLoadModule('/src/site/render.tsx')) as { render: typeof Render }
          const { Component } = (await server.ssrLoadModule(`/src/${page.module}.tsx`)) as { Component: ComponentType }
          return server.transformIndexHtml(
            path,
            render(page, Component, { css: null, font: null, script: `/@id/${entryOf(page)}`, imports: [] }),
          )
        }
        rendered().then((html) => response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(html), next)
      })
    },
  }
}

/** The path of the requested page; null for any other request. */
function requestedPath({ method, url = '/', headers }: IncomingMessage): string | null {
  return method === 'GET' && headers.accept?.includes('text/html') ? new URL(url, 'http://localhost').pathname : null
}

function leadsToLanding(path: string): boolean {
  return !pages.some((page) => page.path === path) && !/^\/(dashboard|api)(\/|$)/.test(path) && !path.includes('.')
}
