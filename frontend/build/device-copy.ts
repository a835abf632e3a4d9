import type { PluginOption } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { APP_PAGE, doors } from '../src/app/app-pages.ts'

/** The pages among the files, at the addresses that the server has for them; it serves none by its file. */
const kept = new Map([['index.html', APP_PAGE], ...doors.map((door) => [`pages${door}.html`, door] as const)])

/**
 * Builds the service worker, with the list of all files of this release in it, and the manifest that makes the app
 * installable. Of the pages outside the app the doors enter that list alone.
 */
export function deviceCopy(): PluginOption {
  return VitePWA({
    strategies: 'injectManifest',
    srcDir: 'src/app',
    filename: 'service-worker.ts',
    // The app registers it, after it has loaded.
    injectRegister: false,
    injectManifest: {
      injectionPoint: 'self.RELEASE_FILES',
      globPatterns: ['**/*.{js,css,svg,woff2}', ...kept.keys()],
      manifestTransforms: [(manifest) => ({ manifest: manifest.map((entry) => ({ ...entry, url: kept.get(entry.url) ?? entry.url })) })],
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
    manifest: {
      name: 'Prumo',
      short_name: 'Prumo',
      description: 'Suas finanças no prumo: o que entrou, o que saiu e o que sobrou no seu negócio.',
      lang: 'pt-BR',
      id: '/dashboard',
      start_url: '/dashboard',
      scope: '/',
      display: 'standalone',
      background_color: '#F6F5F0',
      theme_color: '#F6F5F0',
      icons: [{ src: '/app-icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' }],
    },
  })
}
