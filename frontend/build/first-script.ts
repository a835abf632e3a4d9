import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Plugin, type ResolvedConfig, type Rolldown } from 'vite'
import { browserFloor } from './browser-floor.ts'

/** The path of the script on public pages, and of the app on the development server. */
const PLAIN = '/first-paint.js'

/**
 * Gives the app's page a first script of its own: the script of all pages, followed by the one that requests the screen's data and
 * draws the balance on hand (`app/early-balance.ts`). One file, because the page would wait for each further one. Bundled
 * apart from the app, because it runs before it.
 */
export function firstScript(): Plugin {
  let config: ResolvedConfig
  let file = ''
  return {
    name: 'prumo:first-script',
    apply: 'build',
    configResolved(resolved) {
      config = resolved
    },
    generateBundle: {
      order: 'pre',
      async handler() {
        const source = `${readFileSync(join(config.publicDir, PLAIN), 'utf8')};${await compileScript(config.root)}`
        file = `assets/first-${createHash('sha256').update(source).digest('base64url').slice(0, 8)}.js`
        this.emitFile({ type: 'asset', fileName: file, source })
      },
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html) => html.replace(`src="${PLAIN}"`, `src="/${file}"`),
    },
  }
}

async function compileScript(root: string): Promise<string> {
  const { output } = (await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    resolve: { conditions: ['source'] },
    build: { target: browserFloor, write: false, rolldownOptions: { input: 'src/app/early-balance.ts', output: { format: 'iife' } } },
  })) as Rolldown.RolldownOutput
  const [chunk] = output
  if (chunk.imports.length > 0) throw new Error('The first script waits for another')
  return chunk.code
}
