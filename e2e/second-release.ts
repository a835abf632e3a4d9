import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const repository = fileURLToPath(new URL('..', import.meta.url))
const builds = join(repository, '.build')

/**
 * Builds another release of the same app, from the same sources and a banner, so that its files have other names. Built once
 * for each state of the sources.
 * @returns its folder
 */
export function secondRelease(): string {
  const name = `second-release-${readFileSync(join(builds, 'frontend.hash'), 'utf8').slice(0, 16)}`
  const folder = join(builds, name)
  if (existsSync(folder)) return folder
  const draft = `${folder}.${process.pid}`
  // The banner is in every script, and so changes every file name.
  const banner = 'globalThis.prumoRelease="second";'
  const options = {
    root: join(repository, 'frontend'),
    logLevel: 'warn',
    build: { outDir: draft, emptyOutDir: true, rollupOptions: { output: { banner } } },
  }
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--input-type=module', '-e', `import { build } from 'vite'; await build(${JSON.stringify(options)})`],
    {
      cwd: join(repository, 'frontend'),
      encoding: 'utf8',
      env: { ...process.env, NODE_ENV: 'production' },
    },
  )
  if (status !== 0) throw new Error(`The second release was not built:\n${stderr}`)
  for (const old of readdirSync(builds))
    if (/^second-release-\w+$/.test(old) && old !== name) rmSync(join(builds, old), { recursive: true, force: true })
  // Another worker may have been faster.
  if (existsSync(folder)) rmSync(draft, { recursive: true })
  else renameSync(draft, folder)
  return folder
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
}

/** Serves a file of a release's folder as the program serves its own. */
export function sendFile(release: string, url: string, answer: ServerResponse): void {
  const { pathname } = new URL(url, 'http://x')
  const file = isApp(pathname) ? '/index.html' : (pageAt(release, pathname) ?? decodeURIComponent(pathname))
  if (statSync(join(release, file), { throwIfNoEntry: false })?.isFile() !== true) return void answer.writeHead(404).end()
  const forever = file.startsWith('/assets/')
  answer.writeHead(200, {
    'Content-Type': types[extname(file)] ?? 'application/octet-stream',
    'Cache-Control': forever ? 'public, max-age=31536000, immutable' : 'no-cache',
  })
  answer.end(readFileSync(join(release, file)))
}

function isApp(path: string): boolean {
  return path === '/dashboard' || path.startsWith('/dashboard/')
}

/** The file of a page outside the app. */
function pageAt(release: string, path: string): string | null {
  const { files } = JSON.parse(readFileSync(join(release, 'pages.json'), 'utf8')) as { files: { path: string; file: string }[] }
  const page = files.find((each) => each.path === path)
  return page ? `/${page.file}` : null
}
