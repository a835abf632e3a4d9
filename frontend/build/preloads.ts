import type { HtmlTagDescriptor, Plugin } from 'vite'
import { closure, entryChunk, lazyChunk, stylesOf } from './chunks.ts'
import { SHELL } from './route-sizes.ts'

/**
 * Has the app's page ask for what every screen of it needs, beside the entry that would ask for it only once it runs: the
 * shell with its styles. The font comes after what draws: until it is there its stand-in is, in the same measures.
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
