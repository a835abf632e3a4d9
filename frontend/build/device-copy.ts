import type { PluginOption } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { APP_PAGE } from '../src/app/app-pages.ts'
import { nameOf, pages } from '../src/site/pages.ts'

/** The addresses of the pages by their files: the server answers pages only at these addresses. */
const pageAddresses = new Map([['index.html', APP_PAGE], ...pages.map((page) => [`pages/${nameOf(page)}.html`, page.path] as const)])

/** Builds the service worker with the list of all files of this release, pages outside the app included. */
export function deviceCopy(): PluginOption {
  return VitePWA({
    strategies: 'injectManifest',
    srcDir: 'src/app',
    filename: 'service-worker.ts',
    // The app registers it after loading, and `public/device-copy.js` does on every other page.
    injectRegister: false,
    injectManifest: {
      injectionPoint: 'self.RELEASE_FILES',
      globPatterns: ['**/*.{js,css,svg,woff2}', ...pageAddresses.keys()],
      manifestTransforms: [
        (manifest) => ({ manifest: manifest.map((entry) => ({ ...entry, url: pageAddresses.get(entry.url) ?? entry.url })) }),
      ],
    },
    integration: {
      configureCustomSWViteBuild(options) {
        options.logLevel = 'warn'
        // The plugin demands a single output file through an option of an older bundler.
        const output = options.build?.rollupOptions?.output
        if (!output || Array.isArray(output)) return
        delete output.inlineDynamicImports
        output.codeSplitting = false
      },
    },
    includeManifestIcons: false,
    // `public` has one.
    manifest: false,
  })
}
