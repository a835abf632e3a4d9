/**
 * Fails where a lockfile lacks a binary for another platform, which npm writes when the registry lags behind: `npm ci` would
 * fail on those machines.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fail } from './environment.mjs'
import { repository } from './repository.mjs'

const missing = ['package-lock.json', 'bench/package-lock.json'].flatMap((file) => {
  const { packages } = JSON.parse(readFileSync(join(repository, file), 'utf8'))
  const locked = new Set(Object.keys(packages).map((path) => path.split('node_modules/').at(-1)))
  return Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !locked.has(name))
      .map((name) => `${file}: falta ${name}, opcional de ${path || 'package.json'}`),
  )
})
if (missing.length > 0) fail(missing.join('\n'))
