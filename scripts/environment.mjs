import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { repository } from './repository.mjs'

/** Reads `.env`, where there is one and Node can (20.12); the environment itself wins over it. */
export function readEnvironmentFile() {
  const file = join(repository, '.env')
  if (existsSync(file)) process.loadEnvFile?.(file)
}

/** The settings, from the built backend; a bad one is told and ends the process. */
export async function settingsOrExit() {
  const { loadSettings } = await import('../backend/dist/platform/config/settings.js')
  try {
    return loadSettings()
  } catch (error) {
    if (error.name !== 'InvalidSettings') throw error
    fail(`O Prumo não iniciou. Corrija a configuração:\n${error.problems.map((problem) => `  ${problem}`).join('\n')}`)
  }
}

/** Ends the process with a message for the person at the terminal. */
export function fail(message) {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}
