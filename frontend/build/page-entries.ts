import type { Plugin } from 'vite'
import { nameOf, pages, type SitePage } from '../src/site/pages.ts'

const PREFIX = 'virtual:page/'

/** The entry of a page's script, for the build and the development server. */
export function entryOf(page: SitePage): string {
  return PREFIX + nameOf(page)
}

/**
 * Gives each funnel page an entry of its own. A shared entry that imports pages lazily would load the inlined styles a second time,
 * and the form would wait for them.
 */
export function pageEntries(): Plugin {
  return {
    name: 'prumo:page-entries',
    resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : null),
    load(id) {
      const page = pages.find((each) => `\0${entryOf(each)}` === id)
      if (!page) return null
      const module = `/src/${page.module}.tsx`
      if (page.kind === 'funnel')
        return `import { hydratePage } from '/src/site/funnel.tsx'\nimport { Component } from '${module}'\nhydratePage(Component)\n`
      // Only on the development server, where a document's own module brings its styles.
      return `import '/src/site/styles.ts'\nimport '${module}'\n`
    },
  }
}
