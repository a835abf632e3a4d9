/** Finds a Chromium for the browser tests. The last candidate is an npm package, so a fresh Linux machine needs nothing else. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { repository } from './repository.mjs'

const installed = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

const flags = [
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-gpu',
]

/**
 * The first browser that starts on this machine.
 * @returns {Promise<{ path: string, args: string[], env: Record<string, string> }>}
 * @throws with instructions, where none does
 */
export async function findBrowser() {
  const { CHROMIUM_PATH } = process.env
  if (CHROMIUM_PATH) {
    if (runs(CHROMIUM_PATH)) return { path: CHROMIUM_PATH, args: flags, env: {} }
    throw new Error(`CHROMIUM_PATH aponta para ${CHROMIUM_PATH}, que não roda. Corrija ou remova essa variável.`)
  }
  const { chromium } = await import('@playwright/test')
  for (const path of [...installed, chromium.executablePath()]) if (runs(path)) return { path, args: flags, env: {} }
  const packed = unpacked()
  if (packed) return { ...packed, args: flags }
  throw new Error('Nenhum navegador encontrado para os testes. Instale um com: npx playwright install --with-deps chromium')
}

function runs(path, env = {}) {
  if (!existsSync(path)) return false
  return spawnSync(path, ['--version'], { env: { ...process.env, ...env }, timeout: 30_000, stdio: 'ignore' }).status === 0
}

/** Unpacks the browser of @sparticuz/chromium once, with its libraries where the system has none. */
function unpacked() {
  const manifest = join(repository, 'node_modules', '@sparticuz', 'chromium', 'package.json')
  if (!existsSync(manifest)) return null
  const folder = join(repository, 'node_modules', '.cache', `chromium-${JSON.parse(readFileSync(manifest, 'utf8')).version}`)
  const path = join(folder, 'chromium')
  if (!existsSync(path)) {
    const draft = `${folder}.${process.pid}`
    mkdirSync(draft, { recursive: true })
    // It unpacks into the temporary folder, and its libraries only where the environment looks like Amazon Linux.
    const script = `import('@sparticuz/chromium').then((packed) => packed.default.executablePath())`
    const env = { ...process.env, TMPDIR: draft, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' }
    const { status } = spawnSync(process.execPath, ['-e', script], { cwd: repository, env, stdio: 'inherit' })
    if (status === 0 && !existsSync(folder)) renameSync(draft, folder)
    rmSync(draft, { recursive: true, force: true })
  }
  const fonts = existsSync('/etc/fonts/fonts.conf') ? {} : { FONTCONFIG_PATH: join(folder, 'fonts') }
  for (const env of [fonts, { ...fonts, LD_LIBRARY_PATH: join(folder, 'al2023', 'lib') }]) if (runs(path, env)) return { path, env }
  return null
}
