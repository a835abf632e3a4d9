import type { Plugin } from 'vite'

/** Puts a preload of the one font file into the page, under the name that the build gave it. */
export function fontPreload(): Plugin {
  return {
    name: 'prumo:font-preload',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const font = Object.keys(bundle ?? {}).find((file) => /instrument-sans-latin-standard-normal.*\.woff2$/.test(file))
        if (!font) throw new Error('The font file is not part of the build')
        return [{ tag: 'link', injectTo: 'head-prepend', attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `/${font}` } }]
      },
    },
  }
}
