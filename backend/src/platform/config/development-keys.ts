import { randomBytes } from 'node:crypto'
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { InvalidSettings } from './invalid-settings.js'

/**
 * Generated keys of an installation that configures none. Losing the file makes the personal data encrypted under them
 * unreadable.
 */
export interface DevelopmentKeys {
  jwtSecret: string
  masterKey: Buffer
}

/** The keys in the data folder (which must exist), generated on first use. Safe when two processes generate them at once. */
export function developmentKeys(dataDir: string): DevelopmentKeys {
  const file = join(dataDir, 'development-keys.json')
  const existing = read(file)
  if (existing) return existing
  // Link a complete draft: the final name never has partial content, and never replaces keys that another process wrote first.
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`
  const generated = { JWT_SECRET: randomBytes(48).toString('base64url'), MASTER_KEY: randomBytes(32).toString('base64') }
  try {
    writeFileSync(draft, `${JSON.stringify(generated, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
    linkSync(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw unusable(file, error)
  } finally {
    rmSync(draft, { force: true })
  }
  const stored = read(file)
  if (!stored) throw unusable(file, 'não foi gravado')
  return stored
}

function read(file: string): DevelopmentKeys | null {
  try {
    const { JWT_SECRET, MASTER_KEY } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
    const masterKey = Buffer.from(MASTER_KEY ?? '', 'base64')
    if (!JWT_SECRET || masterKey.length !== 32) throw new Error('conteúdo incompleto')
    return { jwtSecret: JWT_SECRET, masterKey }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw unusable(file, error)
  }
}

function unusable(file: string, reason: unknown): InvalidSettings {
  const detail = reason instanceof Error ? reason.message : String(reason)
  return new InvalidSettings([`JWT_SECRET, MASTER_KEY: as chaves de desenvolvimento em ${file} não podem ser usadas (${detail}).`])
}
