import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { repository } from './repository.mjs'

/** Reads `.env`, if there is one; the environment overrides it. */
export function readEnvironmentFile() {
  const file = join(repository, '.env')
  if (existsSync(file)) process.loadEnvFile(file)
}

/** The settings, from the built backend; an invalid one ends the process with a message and this code. */
export async function settingsOrExit(code = 1) {
  const { loadSettings } = await import('../backend/dist/platform/config/settings.js')
  try {
    return loadSettings()
  } catch (error) {
    if (error.name !== 'InvalidSettings') throw error
    fail(`O Prumo não iniciou. Corrija a configuração:\n${error.problems.map((problem) => `  ${problem}`).join('\n')}`, code)
  }
}

/** Ends the process with a message for the person at the terminal. */
export function fail(message, code = 1) {
  process.stderr.write(`${message}\n`)
  process.exit(code)
}

/** The options of the command line, each an integer, such as `--seed 7`. @param options the defaults */
export function wholeNumbers(options) {
  const names = Object.keys(options)
  const { values } = parseArgs({ options: Object.fromEntries(names.map((name) => [name, { type: 'string' }])) })
  const bad = names.find((name) => values[name] !== undefined && !/^\d{1,10}$/.test(values[name]))
  if (bad) fail(`--${bad}: use um número inteiro.`)
  return Object.fromEntries(names.map((name) => [name, Number(values[name] ?? options[name])]))
}
