import { chmodSync, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { developmentKeys } from './development-keys.js'
import { readEnvironment, type Variables } from './environment.js'
import { InvalidSettings } from './invalid-settings.js'

export interface StripeSettings {
  secretKey: string
  /** One, or two while one is rotated: a delivery signed with either is genuine. */
  webhookSecrets: readonly string[]
  /** Stripe's price of each plan, by plan id. */
  prices: { '1mes': string; '3meses': string; '1ano': string; '3anos': string }
  /** Where its API is; null for Stripe's own. */
  apiUrl: string | null
}

type LogLevel = NonNullable<Variables['LOG_LEVEL']>

const repository = fileURLToPath(new URL('../../../../', import.meta.url))

/** What the environment says, checked and completed. A class, so that it is its own injection token. */
export class Settings {
  readonly production: boolean
  readonly port: number
  /** Absolute; exists. */
  readonly dataDir: string
  /** Null without `DATABASE_URL`: then only the supervisor, which starts the embedded Postgres, may go on. */
  readonly databaseUrl: string | null
  /** For LISTEN and BullMQ: never a transaction pooler. */
  readonly databaseDirectUrl: string | null
  /** Of the role that owns the tables, for migrations and rebuilds: never a transaction pooler. */
  readonly databaseOwnerUrl: string | null
  /** Of the role that the operator's tool reads with. */
  readonly databaseOpsUrl: string | null
  /** Of a streaming replica that answers reads; null for none. */
  readonly databaseReplicaUrl: string | null
  /** None: BullMQ lives in Postgres. Several: nodes of a cluster. */
  readonly redisUrls: readonly string[]
  /** Stripe's own, or the local simulator: nothing else of the program tells them apart. */
  readonly stripe: StripeSettings
  /** One, or two while one is rotated: the first signs, and what either signed is good. */
  readonly jwtSecrets: readonly [string, ...string[]]
  /** 32 bytes that wrap the accounts' data keys. */
  readonly masterKey: Buffer
  /** Further master keys that open what they wrapped, while one takes the place of another. */
  readonly otherMasterKeys: readonly Buffer[]
  /** Null: mails are written to the data folder. */
  readonly smtpUrl: string | null
  readonly mailFrom: string
  /** Null: this server. */
  readonly contactUrl: string | null
  /** An origin, without a trailing slash. */
  readonly publicUrl: string
  /** Addresses and ranges of the proxies that may name the client they speak for. */
  readonly trustedProxies: readonly string[]
  readonly demoSeed: boolean
  readonly rateLimits: boolean
  readonly registrationGraceSeconds: number
  readonly opsToken: string | null
  readonly logLevel: LogLevel

  constructor(values: Variables, dataDir: string) {
    this.production = values.NODE_ENV === 'production'
    this.port = values.PORT ?? 3000
    this.dataDir = dataDir
    this.databaseUrl = values.DATABASE_URL ?? null
    this.databaseDirectUrl = values.DATABASE_DIRECT_URL ?? this.databaseUrl
    this.databaseOwnerUrl = values.DATABASE_OWNER_URL ?? this.databaseDirectUrl
    this.databaseOpsUrl = values.DATABASE_OPS_URL ?? this.databaseOwnerUrl
    this.databaseReplicaUrl = values.DATABASE_REPLICA_URL ?? null
    this.redisUrls = values.REDIS_URL ?? []
    this.stripe = stripeSettings(values, this.port)
    const { JWT_SECRET: jwtSecrets, MASTER_KEY: masterKey } = values
    const kept = jwtSecrets && masterKey ? null : developmentKeys(dataDir)
    this.jwtSecrets = (jwtSecrets ?? [kept?.jwtSecret]) as [string, ...string[]]
    this.masterKey = (masterKey ?? kept?.masterKey) as Buffer
    this.otherMasterKeys = values.MASTER_KEY_PREVIOUS ?? []
    this.smtpUrl = values.SMTP_URL ?? null
    this.mailFrom = values.MAIL_FROM ?? 'Prumo <nao-responda@prumo.app>'
    this.contactUrl = values.CONTACT_URL ?? null
    this.publicUrl = values.PUBLIC_URL ?? `http://localhost:${this.port}`
    this.trustedProxies = values.TRUSTED_PROXIES ?? []
    this.demoSeed = values.DEMO_SEED ? values.DEMO_SEED === 'on' : this.databaseUrl === null
    this.rateLimits = values.RATE_LIMITS !== 'off'
    this.registrationGraceSeconds = values.REGISTRATION_GRACE_SECONDS ?? 600
    this.opsToken = values.OPS_TOKEN ?? null
    this.logLevel = values.LOG_LEVEL ?? 'info'
  }
}

/**
 * Reads the settings and makes the data folder where it is missing.
 * @throws InvalidSettings naming the variables that are missing or bad
 */
export function loadSettings(environment: NodeJS.ProcessEnv = process.env): Settings {
  const values = readEnvironment(environment)
  const dataDir = values.PRUMO_DATA_DIR ? resolve(values.PRUMO_DATA_DIR) : join(repository, '.data')
  makeDataFolder(dataDir)
  return new Settings(values, dataDir)
}

function makeDataFolder(dataDir: string): void {
  try {
    // Not listable by others; as root it must be traversable for the user that Postgres runs as.
    if (mkdirSync(dataDir, { recursive: true })) chmodSync(dataDir, process.getuid?.() === 0 ? 0o711 : 0o700)
  } catch (error) {
    throw new InvalidSettings([`PRUMO_DATA_DIR: a pasta ${dataDir} não pode ser criada (${(error as NodeJS.ErrnoException).code}).`])
  }
}

/** What the local simulator is reached with. It opens nothing of anybody's, and knows no other prices. */
export const simulatedStripe = {
  secretKey: 'sk_test_simulador',
  webhookSecrets: ['whsec_simulador'],
  prices: { '1mes': 'price_prumo1mes', '3meses': 'price_prumo3meses', '1ano': 'price_prumo1ano', '3anos': 'price_prumo3anos' },
} as const satisfies Omit<StripeSettings, 'apiUrl'>

function stripeSettings(values: Variables, port: number): StripeSettings {
  const { STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_PRICE_1MES, STRIPE_PRICE_3MESES, STRIPE_PRICE_1ANO, STRIPE_PRICE_3ANOS } = values
  const apiUrl = values.STRIPE_SIMULATOR_URL ?? null
  if (
    !STRIPE_SECRET_KEY ||
    !STRIPE_WEBHOOK_SECRET ||
    !STRIPE_PRICE_1MES ||
    !STRIPE_PRICE_3MESES ||
    !STRIPE_PRICE_1ANO ||
    !STRIPE_PRICE_3ANOS
  ) {
    return { ...simulatedStripe, apiUrl: apiUrl ?? `http://127.0.0.1:${port + 1}` }
  }
  return {
    secretKey: STRIPE_SECRET_KEY,
    webhookSecrets: STRIPE_WEBHOOK_SECRET,
    prices: { '1mes': STRIPE_PRICE_1MES, '3meses': STRIPE_PRICE_3MESES, '1ano': STRIPE_PRICE_1ANO, '3anos': STRIPE_PRICE_3ANOS },
    apiUrl,
  }
}
