import { chmodSync, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { BROWSER_SERVICES } from '../push/push-services.js'
import type { VapidKeys } from '../push/vapid.js'
import { developmentKeys, developmentPushKeys } from './development-keys.js'
import { readEnvironment, type Variables } from './environment.js'
import { InvalidSettings } from './invalid-settings.js'

export interface StripeSettings {
  secretKey: string
  /** One, or two during rotation: a delivery signed with either is accepted. */
  webhookSecrets: readonly string[]
  /** Stripe price ids by plan id. */
  prices: { '1mes': string; '3meses': string; '1ano': string; '3anos': string }
  /** Base address of the API; null for Stripe's own. */
  apiUrl: string | null
}

type LogLevel = NonNullable<Variables['LOG_LEVEL']>

const repository = fileURLToPath(new URL('../../../../', import.meta.url))

/** The validated environment with defaults filled in. A class, so that it serves as its injection token. */
export class Settings {
  readonly production: boolean
  readonly port: number
  /** Absolute path of an existing folder. */
  readonly dataDir: string
  /** Null without `DATABASE_URL`: then only the supervisor may continue, which starts the embedded Postgres. */
  readonly databaseUrl: string | null
  /** For LISTEN and BullMQ; never a transaction pooler. */
  readonly databaseDirectUrl: string | null
  /** Address with the role that owns the tables, for migrations and rebuilds; never a transaction pooler. */
  readonly databaseOwnerUrl: string | null
  /** Address with the read role of the operator's tool. */
  readonly databaseOpsUrl: string | null
  /** Address of a streaming replica that answers reads; null without one. */
  readonly databaseReplicaUrl: string | null
  /** Empty: BullMQ uses Postgres. Several: nodes of a cluster. */
  readonly redisUrls: readonly string[]
  /** Stripe or the local simulator; the rest of the program does not distinguish them. */
  readonly stripe: StripeSettings
  /** One, or two during rotation: the first signs, both verify. */
  readonly jwtSecrets: readonly [string, ...string[]]
  /** 32 bytes that wrap the accounts' data keys. */
  readonly masterKey: Buffer
  /** Further master keys, which only unwrap, during a rotation. */
  readonly otherMasterKeys: readonly Buffer[]
  /** Null writes mails to the data folder. */
  readonly smtpUrl: string | null
  readonly mailFrom: string
  /** The keys that identify this server to push services; null where push is off. */
  readonly vapid: VapidKeys | null
  /** The hosts that pushes may go to: `PushServices`. */
  readonly pushServices: readonly string[]
  /** Null for this server. */
  readonly contactUrl: string | null
  /** An origin without a trailing slash. */
  readonly publicUrl: string
  /** Addresses and ranges of the proxies whose forwarded client address is trusted. */
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
    this.vapid = vapidKeys(values, dataDir)
    this.pushServices = values.PUSH_SERVICES ?? BROWSER_SERVICES
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

function vapidKeys({ NODE_ENV, VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey }: Variables, dataDir: string): VapidKeys | null {
  if (publicKey && privateKey) return { publicKey, privateKey }
  return NODE_ENV === 'production' ? null : developmentPushKeys(dataDir)
}

/**
 * Reads the settings, and creates the data folder if it is missing.
 * @throws InvalidSettings naming the missing or invalid variables
 */
export function loadSettings(environment: NodeJS.ProcessEnv = process.env): Settings {
  const values = readEnvironment(environment)
  const dataDir = values.PRUMO_DATA_DIR ? resolve(values.PRUMO_DATA_DIR) : join(repository, '.data')
  makeDataFolder(dataDir)
  return new Settings(values, dataDir)
}

function makeDataFolder(dataDir: string): void {
  try {
    // Not listable by other users; when created by root, the user that Postgres runs as must be able to traverse it.
    if (mkdirSync(dataDir, { recursive: true })) chmodSync(dataDir, process.getuid?.() === 0 ? 0o711 : 0o700)
  } catch (error) {
    throw new InvalidSettings([`PRUMO_DATA_DIR: a pasta ${dataDir} não pode ser criada (${(error as NodeJS.ErrnoException).code}).`])
  }
}

/** Credentials and prices of the local simulator, which are no secrets. */
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
