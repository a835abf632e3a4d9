/**
 * Builds what is stale: shared and backend file by file with swc, frontend with vite.
 * Imported after bootstrap(), since it needs the dependencies.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { repository } from './repository.mjs'
import { swcOptions } from './swc-options.mjs'

const stamps = join(repository, '.build')

/** Builds everything stale. Ends the process when the frontend does not build; a syntax error in a source throws. */
export async function build() {
  await buildServer()
  buildFrontend()
}

/** Builds shared and backend. @returns the names of those that were stale */
export async function buildServer() {
  const rebuilt = []
  for (const workspace of ['shared', 'backend']) if (await compile(workspace)) rebuilt.push(workspace)
  return rebuilt
}

/** Compiles a folder's `src` into its `dist` if it is stale. @returns whether it was */
export async function compile(workspace) {
  const root = join(repository, workspace)
  const source = join(root, 'src')
  const target = join(root, 'dist')
  const sources = filesUnder(source).filter((file) => file.endsWith('.ts') && !/\.(spec|d)\.ts$/.test(file))
  const compiler = [join(repository, 'package-lock.json'), import.meta.filename, join(import.meta.dirname, 'swc-options.mjs')]
  const hash = fingerprint([...sources, ...compiler])
  if (existsSync(target) && readStamp(workspace) === hash) return false
  const { transform } = await import('@swc/core')
  const outputs = new Map()
  for (const file of sources) {
    const output = join(target, relative(source, file).replace(/\.ts$/, '.js'))
    const options = { ...swcOptions, filename: file, sourceFileName: relative(dirname(output), file) }
    const { code, map } = await transform(readFileSync(file, 'utf8'), options).catch((error) => {
      // What follows is a stack of the compiler's own.
      throw new Error(error.message.split(/\n\s*Caused by:/)[0].trimEnd())
    })
    outputs.set(output, `${code}//# sourceMappingURL=${output.slice(dirname(output).length + 1)}.map\n`)
    outputs.set(`${output}.map`, map)
  }
  // One file at a time replaces its old self, so a program that is just starting never finds dist missing or half written.
  for (const [file, text] of outputs) if (!existsSync(file) || readFileSync(file, 'utf8') !== text) replace(file, text)
  for (const file of filesUnder(target)) if (/\.(js|map)$/.test(file) && !outputs.has(file)) rmSync(file, { force: true })
  writeStamp(workspace, hash)
  return true
}

/** Runs `vite build` when the frontend, or what it takes from shared, changed. */
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
  for (const file of files) hash.update(`${relative(repository, file)}\0`).update(readFileSync(file)).update('\0')
  return hash.digest('hex')
}

function replace(file, text) {
  mkdirSync(dirname(file), { recursive: true })
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, text)
  renameSync(draft, file)
}

function readStamp(name) {
  const file = join(stamps, `${name}.hash`)
  return existsSync(file) ? readFileSync(file, 'utf8') : null
}

function writeStamp(name, hash) {
  replace(join(stamps, `${name}.hash`), hash)
}

if (process.argv[1] && realpathSync(process.argv[1]) === import.meta.filename) {
  const { bootstrap } = await import('./bootstrap.mjs')
  bootstrap()
  await build()
}
