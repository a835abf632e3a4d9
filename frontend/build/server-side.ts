import { defaultServerConditions, type UserConfig } from 'vite'

/** How pages are compiled for rendering outside a browser, by the build and the development server. */
export const serverSide = {
  ssr: {
    // Bundled: the icons are thousands of files, and the shared package is TypeScript.
    noExternal: [/^@prumo\//, /^@tabler\//],
    resolve: { conditions: ['source', ...defaultServerConditions] },
  },
} satisfies UserConfig
