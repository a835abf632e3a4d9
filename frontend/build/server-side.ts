import { defaultServerConditions, type UserConfig } from 'vite'

/** How pages are compiled to be rendered outside of a browser, by the build and by the development server. */
export const serverSide = {
  ssr: {
    // Bundled: the icons are thousands of files, and what is shared is TypeScript.
    noExternal: [/^@prumo\//, /^@tabler\//],
    resolve: { conditions: ['source', ...defaultServerConditions] },
  },
} satisfies UserConfig
