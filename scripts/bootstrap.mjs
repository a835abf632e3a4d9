/** Installs the dependencies when they are missing or outdated. Runs without them, so it uses only Node. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { repository } from './repository.mjs'

const modules = join(repository, 'node_modules')
const stampFile = join(modules, '.prumo-stamp')

/**
 * Runs `npm ci` unless node_modules matches the lockfile and was installed for this Node. Ends the process when it fails, or
 * Node is too old.
 */
export function bootstrap() {
  requireNode(readJson(join(repository, 'package.json')).engines.node)
  const lockfile = readFileSync(join(repository, 'package-lock.json'))
  const node = `${process.version} ${process.platform} ${process.arch}`
  const wanted = { node, lock: createHash('sha256').update(lockfile).digest('hex') }
  const stamp = readJson(stampFile)
  const sameNode = stamp === null || stamp.node === wanted.node
  if (sameNode && stamp?.lock === wanted.lock) return
  if (!(sameNode && installed(JSON.parse(lockfile)))) install()
  writeFileSync(stampFile, JSON.stringify(wanted))
}

/** @param range as in `engines`: `>=20.19` */
function requireNode(range) {
  const [wanted, present] = [range, process.version].map((text) => text.match(/\d+/g).map(Number))
  if (present[0] > wanted[0] || (present[0] === wanted[0] && present[1] >= wanted[1])) return
  process.stderr.write(
    `O Prumo pede o Node ${wanted.join('.')} ou mais novo, e este é o ${process.versions.node}. Instale outro e tente de novo.\n`,
  )
  process.exit(1)
}

/** Whether node_modules matches, also after npm was run by hand: npm leaves a list of what it installed. */
function installed(lockfile) {
  const present = readJson(join(modules, '.package-lock.json'))?.packages
  if (!present) return false
  return Object.entries(lockfile.packages).every(([path, { version, link, optional, devOptional }]) => {
    if (!path.includes('node_modules/') || link) return true
    const isOptional = optional || devOptional
    return (isOptional && !present[path]) || present[path]?.version === version
  })
}

function install() {
  process.stderr.write('Instalando dependências (npm ci). Na primeira vez leva cerca de um minuto.\n')
  const npm = process.env.npm_execpath
  const [program, args] = npm?.endsWith('js') ? [process.execPath, [npm]] : [npm ?? 'npm', []]
  const { status, error } = spawnSync(program, [...args, 'ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund'], {
    cwd: repository,
    // Standard output is reserved for the command that follows.
    stdio: ['ignore', process.stderr, process.stderr],
  })
  if (status === 0) return
  process.stderr.write(`A instalação falhou${error ? ` (${error.message})` : ''}. Corrija o que o npm apontou acima e tente de novo.\n`)
  process.exit(1)
}

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}
