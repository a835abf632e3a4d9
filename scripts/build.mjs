/**
 * Builds what is stale: shared and backend file by file with swc, frontend with vite.
 * Imported after bootstrap(), since it needs the dependencies.
 * `nest build` makes the same files (both read .swcrc), and `npm run dev` watches with it. A start does not use it, because it
 * takes 1.9 s instead of 0.4, and writes in place: decision record 10.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { repository } from './repository.mjs'
import { swcOptions } from './swc-options.mjs'

const stamps = join(repository, '.build')
/** The output folder in nest-cli.json. */
export const nestOutput = join(repository, '.build', 'src')

/** Builds everything stale. Ends the process when the frontend does not build; throws on a syntax error in a source. */
export async function build() {
  await buildServer()
  buildFrontend()
}

/** The simulator of Stripe: a program beside the backend, without a `src` folder. */
export const simulator = 'backend/stripe-simulator'

/** Programs of tests and of the bench; no part of a release. */
export const testPrograms = 'backend/test'

/** Builds shared, backend and the simulator of Stripe. @returns the names of those that were stale */
export async function buildServer() {
  const rebuilt = []
  for (const workspace of ['shared', 'backend', simulator]) if (await compile(workspace)) rebuilt.push(workspace)
  return rebuilt
}

/** Compiles a folder's `src`, or the folder itself if it has none, into its `dist`. @returns whether it was stale */
export async function compile(workspace) {
  const sources = sourcesOf(workspace)
  const compiler = ['package-lock.json', '.swcrc'].map((name) => join(repository, name))
  const hash = fingerprint([...sources, ...compiler, import.meta.filename])
  if (existsSync(join(repository, workspace, 'dist')) && readStamp(workspace) === hash) return false
  const { transform } = await import('@swc/core')
  const texts = new Map()
  for (const file of sources) {
    const name = compiledName(workspace, file)
    // Source maps are relative to a folder as deep as dist, as Nest's CLI writes them.
    const output = workspace === 'backend' ? nestOutput : join(repository, workspace, 'dist')
    const sourceFileName = relative(dirname(join(output, name)), file)
    const { code, map } = await transform(readFileSync(file, 'utf8'), { ...swcOptions, filename: file, sourceFileName }).catch((error) => {
      // The rest is a stack trace of the compiler.
      throw new Error(error.message.split(/\n\s*Caused by:/)[0].trimEnd())
    })
    texts.set(name, `${code}\n${mapReference(name)}`).set(`${name}.map`, map)
  }
  publish(workspace, texts)
  writeStamp(workspace, hash)
  return true
}

/**
 * Publishes what Nest's CLI compiled of the backend: all of it, or nothing while a file is missing or incomplete.
 * @returns whether anything changed
 */
export function publishNestBuild() {
  const texts = new Map()
  for (const file of sourcesOf('backend')) {
    const name = compiledName('backend', file)
    const [code, map] = [name, `${name}.map`].map((output) => readIfThere(join(nestOutput, output)))
    if (!code?.endsWith(mapReference(name)) || !map?.endsWith('}')) return false
    texts.set(name, code).set(`${name}.map`, map)
  }
  return publish('backend', texts)
}

/**
 * Makes a workspace's dist hold exactly these files, by name. Each is replaced atomically, so that a program that is starting
 * never finds one missing or incomplete.
 */
function publish(workspace, texts) {
  const target = join(repository, workspace, 'dist')
  const changed = [...texts].filter(([name, text]) => readIfThere(join(target, name)) !== text)
  const gone = filesUnder(target).filter((file) => /\.(js|map)$/.test(file) && !texts.has(relative(target, file)))
  if (changed.length + gone.length === 0) return false
  // The stamp describes the previous contents.
  rmSync(stampOf(workspace), { force: true })
  for (const [name, text] of changed) replace(join(target, name), text)
  for (const file of gone) rmSync(file, { force: true })
  return true
}

function sourcesOf(workspace) {
  return filesUnder(sourceRoot(workspace)).filter((file) => file.endsWith('.ts') && !/\.(spec|d)\.ts$/.test(file))
}

function sourceRoot(workspace) {
  const source = join(repository, workspace, 'src')
  return existsSync(source) ? source : join(repository, workspace)
}

function compiledName(workspace, file) {
  return relative(sourceRoot(workspace), file).replace(/\.ts$/, '.js')
}

function mapReference(name) {
  return `//# sourceMappingURL=${basename(name)}.map`
}

/** Runs `vite build` when the frontend, or what it imports from shared, changed. */
export function buildFrontend() {
  const root = join(repository, 'frontend')
  if (!existsSync(join(root, 'index.html'))) return false
  const own = filesUnder(root).filter((file) => !/^(dist|node_modules|coverage)([\\/]|$)/.test(relative(root, file)))
  const sources = [...own, ...filesUnder(join(repository, 'shared', 'src'))].filter((file) => !/\.spec\.tsx?$/.test(file))
  const hash = fingerprint([...sources, join(repository, 'package-lock.json')])
  if (existsSync(join(root, 'dist', 'index.html')) && readStamp('frontend') === hash) return false
  process.stderr.write('Montando a interface (vite build).\n')
  const vite = join(repository, 'node_modules', 'vite', 'bin', 'vite.js')
  const { status } = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: root,
    stdio: ['ignore', process.stderr, process.stderr],
    env: { ...process.env, NODE_ENV: 'production' },
  })
  if (status !== 0) {
    process.stderr.write('A interface não foi montada. Corrija o que o vite apontou acima.\n')
    process.exit(1)
  }
  writeStamp('frontend', hash)
  return true
}

function filesUnder(folder) {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .filter((entry) => entry.name !== 'node_modules')
    .flatMap((entry) => (entry.isDirectory() ? filesUnder(join(folder, entry.name)) : [join(folder, entry.name)]))
}

function fingerprint(files) {
  const hash = createHash('sha256')
  for (const file of files)
    hash
      .update(`${relative(repository, file)}\0`)
      .update(readFileSync(file))
      .update('\0')
  return hash.digest('hex')
}

function replace(file, text) {
  mkdirSync(dirname(file), { recursive: true })
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, text)
  renameSync(draft, file)
}

function readStamp(name) {
  return readIfThere(stampOf(name))
}

function writeStamp(name, hash) {
  replace(stampOf(name), hash)
}

function stampOf(name) {
  return join(stamps, `${name}.hash`)
}

function readIfThere(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : null
}

if (process.argv[1] && realpathSync(process.argv[1]) === import.meta.filename) {
  const { bootstrap } = await import('./bootstrap.mjs')
  bootstrap()
  await build()
}
