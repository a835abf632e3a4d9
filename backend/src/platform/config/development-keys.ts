import { randomBytes } from 'node:crypto'
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createVapidKeys, isVapidPair, type VapidKeys } from '../push/vapid.js'
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
  return keptOnce(join(dataDir, 'development-keys.json'), 'JWT_SECRET, MASTER_KEY', {
    generate: () => ({ JWT_SECRET: randomBytes(48).toString('base64url'), MASTER_KEY: randomBytes(32).toString('base64') }),
    parse({ JWT_SECRET, MASTER_KEY }) {
      const masterKey = Buffer.from(MASTER_KEY ?? '', 'base64')
      return JWT_SECRET && masterKey.length === 32 ? { jwtSecret: JWT_SECRET, masterKey } : null
    },
  })
}

/** Likewise the keys for push services. With other keys, browsers have to subscribe again. */
export function developmentPushKeys(dataDir: string): VapidKeys {
  return keptOnce(join(dataDir, 'push-keys.json'), 'VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY', {
    generate() {
      const { publicKey, privateKey } = createVapidKeys()
      return { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey }
    },
    parse({ VAPID_PUBLIC_KEY: publicKey = '', VAPID_PRIVATE_KEY: privateKey = '' }) {
      return isVapidPair({ publicKey, privateKey }) ? { publicKey, privateKey } : null
    },
  })
}

/** How the contents of a file of keys are made and read. */
interface KeyFile<Keys> {
  generate: () => Record<string, string>
  /** Null for incomplete contents. */
  parse: (contents: Record<string, string>) => Keys | null
}

/** @param names the variables that would replace the file, for its refusal */
function keptOnce<Keys>(file: string, names: string, { generate, parse }: KeyFile<Keys>): Keys {
  const existing = read(file, names, parse)
  if (existing) return existing
  // Link a complete draft: the final name never has partial content, and never replaces keys that another process wrote first.
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`
  try {
    writeFileSync(draft, `${JSON.stringify(generate(), null, 2)}\n`, { mode: 0o600, flag: 'wx' })
    linkSync(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw unusable(file, names, error)
  } finally {
    rmSync(draft, { force: true })
  }
  const stored = read(file, names, parse)
  if (!stored) throw unusable(file, names, 'não foi gravado')
  return stored
}

function read<Keys>(file: string, names: string, parse: KeyFile<Keys>['parse']): Keys | null {
  try {
    const keys = parse(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>)
    if (!keys) throw new Error('conteúdo incompleto')
    return keys
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw unusable(file, names, error)
  }
}

function unusable(file: string, names: string, reason: unknown): InvalidSettings {
  const detail = reason instanceof Error ? reason.message : String(reason)
  return new InvalidSettings([`${names}: as chaves de desenvolvimento em ${file} não podem ser usadas (${detail}).`])
}
