import { isIP } from 'node:net'
import { z } from 'zod'
import { InvalidSettings } from './invalid-settings.js'
import { redisAddresses, redisRefusal } from './redis-addresses.js'
import { isLocalService, isServiceName } from '../push/push-services.js'
import { isVapidPair } from '../push/vapid.js'

/** The environment variables: names, formats and defaults. No other code reads `process.env` for a setting. */

/** A pseudonym: only the company knows the person behind it. */
export const OPERATOR_NAME = /^[a-z][a-z0-9._-]{1,39}$/i

const optional = <T extends z.ZodType>(schema: T) => schema.optional()

const filled = (text: string) => z.string().trim().min(1, { error: text })

const address = (protocols: string[], text: string) =>
  filled(text).refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), { error: text })

const onOrOff = z.enum(['on', 'off'], { error: 'use on ou off.' })

const wholeNumber = (from: number, to: number) => {
  const error = `use um número inteiro de ${from} a ${to}.`
  return z
    .string()
    .regex(/^\d+$/, { error })
    .transform(Number)
    .refine((value) => value >= from && value <= to, { error })
}

const database = address(['postgres:', 'postgresql:'], 'use um endereço como postgres://usuario:senha@servidor:5432/banco.')

const jwtSecretText = 'use um texto secreto de ao menos 32 caracteres, ou dois separados por vírgula.'
const masterKeyText = 'use 32 bytes em base64 (openssl rand -base64 32) ou 64 dígitos hexadecimais.'

/** Decodes 32 bytes in hexadecimal or base64 (of either alphabet), else null. */
function masterKeyBytes(text: string): Buffer | null {
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex')
  const bytes = /^[\w+/-]{43}=?$/.test(text) ? Buffer.from(text, 'base64') : null
  return bytes?.length === 32 ? bytes : null
}

const masterKey = z
  .string()
  .trim()
  .transform((value, context) => {
    const bytes = masterKeyBytes(value)
    if (!bytes) context.addIssue({ code: 'custom', message: masterKeyText })
    return bytes ?? z.NEVER
  })

const listed = (text: string) => text.split(',').map((part) => part.trim())

/** The first secret signs; both verify. */
const jwtSecrets = z
  .string()
  .transform(listed)
  .refine((secrets) => secrets.length <= 2 && secrets.every((secret) => secret.length >= 32), { error: jwtSecretText })

const ADDRESS_BITS: Record<number, number> = { 4: 32, 6: 128 }

/** Whether a text is an IP address, or a range of them in CIDR form. */
function isAddressOrRange(text: string): boolean {
  const [, ip = '', prefix = '1'] = /^([\d.:a-f]+)(?:\/(\d{1,3}))?$/i.exec(text) ?? []
  const bits = ADDRESS_BITS[isIP(ip)]
  return bits !== undefined && Number(prefix) >= 1 && Number(prefix) <= bits
}

/** `none` states that there is no proxy, as opposed to a forgotten setting. */
const proxies = z
  .string()
  .transform((text) => (text.trim() === 'none' ? [] : listed(text)))
  .refine((addresses) => addresses.every(isAddressOrRange), {
    error: 'use endereços ou faixas como 10.0.0.7, 10.0.0.0/8, separados por vírgula, ou none se não há proxy.',
  })

const redis = z
  .string()
  .transform(redisAddresses)
  .superRefine((addresses, context) => {
    const refusal = redisRefusal(addresses)
    if (refusal) context.addIssue({ code: 'custom', message: refusal })
  })

const webhookSecrets = filled('informe o segredo do webhook.')
  .transform(listed)
  .refine((secrets) => secrets.length <= 2 && secrets.every(Boolean), { error: 'use um segredo, ou dois separados por vírgula.' })

const origin = address(['http:', 'https:'], 'use um endereço como https://app.exemplo.com.br, sem caminho.')
  .refine((value) => !URL.canParse(value) || (new URL(value).pathname === '/' && !/[?#]/.test(value)), {
    error: 'use só a origem, sem caminho, como https://app.exemplo.com.br.',
  })
  .transform((value) => new URL(value).origin)

const pushServices = z
  .string()
  .transform(listed)
  .refine((entries) => entries.every(isServiceName), {
    error: 'use servidores como fcm.googleapis.com ou *.push.apple.com, separados por vírgula, sem https://.',
  })

const vapidKey = (bytes: string) =>
  z
    .string()
    .trim()
    .regex(/^[\w-]{43,87}$/, { error: `use a chave VAPID ${bytes} em base64url, sem preenchimento.` })

/** Whether mail is sent over TLS only: from the first byte, or by a required STARTTLS. */
function isEncrypted(smtpUrl: string): boolean {
  const { protocol, searchParams } = new URL(smtpUrl)
  return protocol === 'smtps:' || [searchParams.get('secure'), searchParams.get('requireTLS')].includes('true')
}

/** An address, or a name with an address in angle brackets. */
const sender = /^([^@<>]*<[^@\s<>]+@[^@\s<>]+>|[^@\s<>]+@[^@\s<>]+)$/

const variables = z.object({
  NODE_ENV: optional(z.enum(['production', 'development', 'test'], { error: 'use production, development ou test.' })),
  PORT: optional(wholeNumber(1, 65535)),
  PRUMO_DATA_DIR: optional(z.string()),
  DATABASE_URL: optional(database),
  DATABASE_DIRECT_URL: optional(database),
  DATABASE_OWNER_URL: optional(database),
  DATABASE_OPS_URL: optional(database),
  DATABASE_REPLICA_URL: optional(database),
  REDIS_URL: optional(redis),
  STRIPE_SECRET_KEY: optional(z.string().regex(/^[sr]k_\S+$/, { error: 'use a chave secreta da Stripe (sk_… ou rk_…).' })),
  STRIPE_WEBHOOK_SECRET: optional(webhookSecrets),
  STRIPE_PRICE_1MES: optional(filled('informe o preço da Stripe.')),
  STRIPE_PRICE_3MESES: optional(filled('informe o preço da Stripe.')),
  STRIPE_PRICE_1ANO: optional(filled('informe o preço da Stripe.')),
  STRIPE_PRICE_3ANOS: optional(filled('informe o preço da Stripe.')),
  STRIPE_TEST_KEYS: optional(onOrOff),
  STRIPE_SIMULATOR_URL: optional(origin),
  JWT_SECRET: optional(jwtSecrets),
  MASTER_KEY: optional(masterKey),
  MASTER_KEY_PREVIOUS: optional(z.string().transform(listed).pipe(z.array(masterKey))),
  SMTP_URL: optional(address(['smtp:', 'smtps:'], 'use um endereço como smtp://usuario:senha@servidor:587.')),
  MAIL_FROM: optional(z.string().regex(sender, { error: 'use um remetente como Prumo <ola@exemplo.com.br>.' })),
  VAPID_PUBLIC_KEY: optional(vapidKey('pública')),
  VAPID_PRIVATE_KEY: optional(vapidKey('privada')),
  PUSH_SERVICES: optional(pushServices),
  CONTACT_URL: optional(address(['http:', 'https:'], 'use o endereço http(s) que recebe o formulário de contato.')),
  PUBLIC_URL: optional(origin),
  TRUSTED_PROXIES: optional(proxies),
  DEMO_SEED: optional(onOrOff),
  RATE_LIMITS: optional(onOrOff),
  REGISTRATION_GRACE_SECONDS: optional(wholeNumber(0, 31_536_000)),
  OPS_TOKEN: optional(z.string().regex(/^[\x21-\x7e]+$/, { error: 'use letras, números e sinais, sem espaços.' })),
  // Parsed by the command line of the operator's tool before it opens anything.
  PRUMO_OPERATOR: optional(
    z.string().regex(OPERATOR_NAME, { error: 'use um nome de trabalho de 2 a 40 letras, números, pontos e hifens.' }),
  ),
  LOG_LEVEL: optional(
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'use fatal, error, warn, info, debug, trace ou silent.',
    }),
  ),
})

export type Variables = z.output<typeof variables>
export type VariableName = keyof Variables
export const variableNames = Object.keys(variables.shape) as VariableName[]

export const stripeVariables = [
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'STRIPE_PRICE_1MES',
  'STRIPE_PRICE_3MESES',
  'STRIPE_PRICE_1ANO',
  'STRIPE_PRICE_3ANOS',
] as const satisfies VariableName[]

const demandedInProduction = [
  'DATABASE_URL',
  ...stripeVariables,
  'JWT_SECRET',
  'MASTER_KEY',
  'SMTP_URL',
  'PUBLIC_URL',
  'TRUSTED_PROXIES',
] as const satisfies VariableName[]

const besideDatabase = [
  'DATABASE_DIRECT_URL',
  'DATABASE_OWNER_URL',
  'DATABASE_OPS_URL',
  'DATABASE_REPLICA_URL',
] as const satisfies VariableName[]

/** A day: the grace period covers the first minutes and is no free plan. */
const MAX_PRODUCTION_GRACE_SECONDS = 86_400

/** Rules across variables: those required in production, and those that are only valid together. */
function contradictions(values: Variables): string[] {
  const problems: string[] = []
  const production = values.NODE_ENV === 'production'
  if (production) {
    const missing = demandedInProduction.filter((name) => values[name] === undefined)
    problems.push(...missing.map((name) => `${name}: obrigatória com NODE_ENV=production.`))
    // The demo accounts have published passwords.
    if (values.DEMO_SEED === 'on') problems.push('DEMO_SEED: on não é aceito com NODE_ENV=production.')
    if (values.STRIPE_SIMULATOR_URL) problems.push('STRIPE_SIMULATOR_URL: não é aceita com NODE_ENV=production.')
    if (/^[sr]k_test_/.test(values.STRIPE_SECRET_KEY ?? '') && values.STRIPE_TEST_KEYS !== 'on')
      problems.push('STRIPE_SECRET_KEY: é uma chave de teste. Numa instalação de ensaio, informe também STRIPE_TEST_KEYS=on.')
    if (values.PUBLIC_URL && !values.PUBLIC_URL.startsWith('https:'))
      problems.push('PUBLIC_URL: use um endereço https com NODE_ENV=production. Senhas e sessões passam por ele.')
    if (values.SMTP_URL && !isEncrypted(values.SMTP_URL))
      problems.push('SMTP_URL: use smtps://, ou smtp:// com ?requireTLS=true no fim (STARTTLS). Os e-mails levam links que trocam senhas.')
    if (values.RATE_LIMITS === 'off') problems.push('RATE_LIMITS: off não é aceito com NODE_ENV=production.')
    if ((values.REGISTRATION_GRACE_SECONDS ?? 0) > MAX_PRODUCTION_GRACE_SECONDS)
      problems.push(
        `REGISTRATION_GRACE_SECONDS: use no máximo ${MAX_PRODUCTION_GRACE_SECONDS} (um dia) com NODE_ENV=production. Até lá a conta funciona sem plano.`,
      )
  } else if (stripeVariables.some((name) => values[name] !== undefined)) {
    for (const name of stripeVariables) {
      if (values[name] === undefined)
        problems.push(`${name}: falta. Informe todas as variáveis STRIPE_*, ou nenhuma para usar o simulador.`)
    }
  }
  for (const name of besideDatabase) {
    if (values[name] && !values.DATABASE_URL) problems.push(`${name}: só faz sentido com DATABASE_URL.`)
  }
  problems.push(...pushProblems(values, production))
  if (values.SMTP_URL && !values.MAIL_FROM) problems.push('MAIL_FROM: obrigatória com SMTP_URL.')
  return problems
}

/** Push is on where both keys are set; in production no others are made. */
function pushProblems(
  { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey, PUSH_SERVICES: services }: Variables,
  production: boolean,
): string[] {
  const problems: string[] = []
  if (publicKey && privateKey) {
    if (!isVapidPair({ publicKey, privateKey })) problems.push('VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY: as duas chaves não são um par.')
  } else if (publicKey || privateKey || (production && services)) {
    const missing = [!publicKey && 'VAPID_PUBLIC_KEY', !privateKey && 'VAPID_PRIVATE_KEY'].filter(Boolean)
    problems.push(...missing.map((name) => `${name}: falta. Informe as duas chaves, ou nenhuma para desligar as notificações.`))
  }
  if (production && services?.some(isLocalService))
    problems.push('PUSH_SERVICES: um endereço desta máquina não é aceito com NODE_ENV=production.')
  return problems
}

/**
 * Parses the environment variables. An empty variable counts as absent.
 * @throws InvalidSettings naming every invalid variable
 */
export function readEnvironment(environment: NodeJS.ProcessEnv): Variables {
  const present = Object.fromEntries(variableNames.map((name) => [name, environment[name]]).filter(([, value]) => value?.trim()))
  const result = variables.safeParse(present)
  if (!result.success) throw new InvalidSettings(result.error.issues.map((issue) => `${String(issue.path[0])}: ${issue.message}`))
  const problems = contradictions(result.data)
  if (problems.length > 0) throw new InvalidSettings(problems)
  return result.data
}
