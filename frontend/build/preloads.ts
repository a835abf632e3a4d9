import type { HtmlTagDescriptor, Plugin } from 'vite'
import { closure, entryChunk, lazyChunk, stylesOf } from './chunks.ts'
import { SHELL } from './route-sizes.ts'

/**
 * Preloads what every screen of the app needs, the shell and its styles, which the entry would request only when it runs. The font
 * comes last: its fallback has the same metrics.
 */
export function preloads(): Plugin {
  return {
    name: 'prumo:preloads',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const font = Object.keys(bundle).find((file) => file.endsWith('.woff2'))
        if (!font) throw new Error('The font file is not part of the build')
        const entry = closure([entryChunk('index', bundle)], bundle)
        const chunks = closure([lazyChunk(SHELL, bundle)], bundle).filter((chunk) => !entry.includes(chunk))
        return [
          ...chunks.map(({ fileName }) => link({ rel: 'modulepreload', href: `/${fileName}` })),
          ...stylesOf(chunks).map((file) => link({ rel: 'preload', as: 'style', href: `/${file}` })),
          link({ rel: 'preload', as: 'font', type: 'font/woff2', fetchpriority: 'low', href: `/${font}` }),
        ]
      },
    },
  }
}

function link(attrs: Record<string, string>): HtmlTagDescriptor {
  return { tag: 'link', injectTo: 'head', attrs: { ...attrs, crossorigin: true } }
}
