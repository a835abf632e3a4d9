import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ComponentType } from 'react'
import { build, type Plugin, type ResolvedConfig, type Rolldown } from 'vite'
import type { render as Render } from '../src/site/render.tsx'
import { nameOf, pages, redirects, type SitePage } from '../src/site/pages.ts'
import { closure, entryChunk, stylesOf, type Bundle } from './chunks.ts'
import { sitemapOf, ROBOTS } from './search-engines.ts'
import { reactWithTextRuns } from './text-runs.ts'
import { serverSide } from './server-side.ts'

/** The folder of the pages within the build. Only the server may serve them, after it has filled them in. */
const FOLDER = 'pages'

/** The server's list: the file of each page's address, and the redirects. */
interface ServedPages {
  files: { path: string; file: string; type: string }[]
  redirects: Readonly<Record<string, string>>
}

/**
 * Renders every page outside the app after its files have their names, and writes `pages.json`. Fails on a script in a page that
 * the content security policy would refuse.
 */
export function prerender(): Plugin {
  let config: ResolvedConfig
  return {
    name: 'prumo:prerender',
    apply: 'build',
    configResolved(resolved) {
      config = resolved
    },
    writeBundle: {
      order: 'pre',
      sequential: true,
      async handler({ dir = 'dist' }, bundle) {
        const folder = join(config.root, '..', '.build', `pages-${process.pid}`)
        try {
          const rendered = await renderAll(config.root, folder, bundle)
          mkdirSync(join(dir, FOLDER), { recursive: true })
          for (const [file, text] of rendered) writeFileSync(join(dir, FOLDER, file), text)
        } finally {
          rmSync(folder, { recursive: true, force: true })
        }
        writeFileSync(join(dir, 'pages.json'), JSON.stringify(servedPages(), null, 2))
      },
    },
  }
}

function servedPages(): ServedPages {
  const file = (path: string, name: string, type: string) => ({ path, file: `${FOLDER}/${name}`, type })
  return {
    files: [
      ...pages.map((page) => file(page.path, `${nameOf(page)}.html`, 'text/html; charset=utf-8')),
      file('/sitemap.xml', 'sitemap.xml', 'application/xml; charset=utf-8'),
      file('/robots.txt', 'robots.txt', 'text/plain; charset=utf-8'),
    ],
    redirects,
  }
}

/** Name and text of each file. @param folder of the renderer itself, which is built for this */
async function renderAll(root: string, folder: string, browser: Bundle): Promise<Map<string, string>> {
  const { output } = (await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    plugins: [reactWithTextRuns()],
    ...serverSide,
    build: {
      ssr: true,
      ssrEmitAssets: true,
      cssMinify: true,
      outDir: folder,
      rolldownOptions: {
        input: { render: 'src/site/render.tsx', ...Object.fromEntries(pages.map((page) => [nameOf(page), `src/${page.module}.tsx`])) },
      },
    },
  })) as Rolldown.RolldownOutput
  const made: Bundle = Object.fromEntries(output.map((file) => [file.fileName, file]))
  const load = async <T>(name: string) => (await import(pathToFileURL(join(folder, entryChunk(name, made).fileName)).href)) as T
  const { render } = await load<{ render: typeof Render }>('render')

  const files = new Map([
    ['sitemap.xml', sitemapOf(pages)],
    ['robots.txt', ROBOTS],
  ])
  for (const page of pages) {
    const { Component } = await load<{ Component: ComponentType }>(nameOf(page))
    const css = stylesOf(closure([entryChunk('render', made), entryChunk(nameOf(page), made)], made))
      .map((file) => textOf(made[file]))
      .join('')
    const html = render(page, Component, { css, ...filesOf(page, browser) })
    refuseInlineScript(page, html)
    files.set(`${nameOf(page)}.html`, html)
  }
  return files
}

/** The files of the browser's build that a page loads. */
function filesOf(page: SitePage, browser: Bundle): { font: string; script: string | null; imports: string[] } {
  const font = Object.keys(browser).find((file) => file.endsWith('.woff2'))
  if (!font) throw new Error('The font file is not part of the build')
  if (page.kind === 'document') return { font: `/${font}`, script: null, imports: [] }
  const entry = entryChunk(nameOf(page), browser)
  const imports = closure([entry], browser).filter((chunk) => chunk !== entry)
  return { font: `/${font}`, script: `/${entry.fileName}`, imports: imports.map(({ fileName }) => `/${fileName}`) }
}

function textOf(output: Bundle[string] | undefined): string {
  if (output?.type !== 'asset') throw new Error('A style of a page is not part of the build')
  return String(output.source)
}

function refuseInlineScript({ path }: SitePage, html: string): void {
  const inline = [...html.matchAll(/<script(?![^>]*\ssrc=)([^>]*)>/g)].filter(
    ([, attributes]) => !attributes?.includes('application/ld+json'),
  )
  const handlers = /<[a-z][^>]*\son[a-z]+=/.exec(html.replace(/<(style|script)[\s\S]*?<\/\1>/g, ''))
  if (inline.length > 0 || handlers) throw new Error(`${path} has a script inside, which the content security policy refuses`)
}
