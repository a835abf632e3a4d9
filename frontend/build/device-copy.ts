import type { PluginOption } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { APP_PAGE } from '../src/app/app-pages.ts'
import { nameOf, pages } from '../src/site/pages.ts'

/** The pages among the files, at the addresses that the server has for them; it serves none by its file. */
const pageAddresses = new Map([['index.html', APP_PAGE], ...pages.map((page) => [`pages/${nameOf(page)}.html`, page.path] as const)])

/**
 * Builds the service worker, with the list of all files of this release in it, the pages outside the app included.
 */
export function deviceCopy(): PluginOption {
  return VitePWA({
    strategies: 'injectManifest',
    srcDir: 'src/app',
    filename: 'service-worker.ts',
    // The app registers it after it has loaded, and `public/device-copy.js` on every other page.
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
        // What the plugin says of one file in the words of an older builder.
        const output = options.build?.rollupOptions?.output
        if (!output || Array.isArray(output)) return
        delete output.inlineDynamicImports
        output.codeSplitting = false
      },
    },
    includeManifestIcons: false,
    // The one in `public`.
    manifest: false,
  })
}
