import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BROWSER_SERVICES } from '../push/push-services.js'
import { createVapidKeys, isVapidPair, type VapidKeys } from '../push/vapid.js'
import { stripeVariables, variableNames } from './environment.js'
import { InvalidSettings } from './invalid-settings.js'
import { loadSettings, simulatedStripe } from './settings.js'

const dataDir = mkdtempSync(join(tmpdir(), 'prumo-settings-'))
afterAll(() => rmSync(dataDir, { recursive: true }))

const load = (environment: NodeJS.ProcessEnv = {}) => loadSettings({ PRUMO_DATA_DIR: dataDir, ...environment })

/** The lines of the refusal; empty when the environment is valid. */
function problems(environment: NodeJS.ProcessEnv): string[] {
  try {
    load(environment)
    return []
  } catch (error) {
    if (error instanceof InvalidSettings) return error.problems
    throw error
  }
}

const production = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://prumo:segredo@banco:5432/prumo',
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1, whsec_2',
  STRIPE_PRICE_1MES: 'price_1',
  STRIPE_PRICE_3MESES: 'price_3',
  STRIPE_PRICE_1ANO: 'price_12',
  STRIPE_PRICE_3ANOS: 'price_36',
  JWT_SECRET: 'x'.repeat(32),
  MASTER_KEY: 'ab'.repeat(32),
  SMTP_URL: 'smtp://correio:587?requireTLS=true',
  MAIL_FROM: 'Prumo <ola@exemplo.com.br>',
  PUBLIC_URL: 'https://app.exemplo.com.br',
  TRUSTED_PROXIES: 'none',
}

describe('settings', () => {
  it('needs no variable in development', () => {
    expect(load()).toMatchObject({
      production: false,
      port: 3000,
      dataDir,
      databaseUrl: null,
      databaseDirectUrl: null,
      databaseOwnerUrl: null,
      databaseOpsUrl: null,
      redisUrls: [],
      stripe: { ...simulatedStripe, apiUrl: 'http://127.0.0.1:3001' },
      smtpUrl: null,
      contactUrl: null,
      publicUrl: 'http://localhost:3000',
      trustedProxies: [],
      demoSeed: true,
      rateLimits: true,
      registrationGraceSeconds: 600,
      opsToken: null,
      logLevel: 'info',
    })
  })

  it('treats an empty variable as absent', () => {
    expect(load({ PORT: '', DATABASE_URL: ' ', STRIPE_SECRET_KEY: '' })).toMatchObject({
      port: 3000,
      databaseUrl: null,
      stripe: simulatedStripe,
    })
  })

  it('generates the development keys once, readable by their owner only', () => {
    const [first, second] = [load(), load()]
    expect(first.jwtSecrets).toEqual([expect.stringMatching(/^.{32,}$/)])
    expect(second.jwtSecrets).toEqual(first.jwtSecrets)
    expect(second.masterKey).toEqual(first.masterKey)
    expect(first.masterKey).toHaveLength(32)
    expect(statSync(join(dataDir, 'development-keys.json')).mode & 0o777).toBe(0o600)
  })

  it('generates the keys for push services once, in development alone', () => {
    const [first, second] = [load(), load()]
    expect(first.vapid).toEqual(second.vapid)
    expect(isVapidPair(first.vapid as VapidKeys)).toBe(true)
    expect(first.pushServices).toEqual(BROWSER_SERVICES)
    expect(statSync(join(dataDir, 'push-keys.json')).mode & 0o777).toBe(0o600)
    expect(load(production).vapid).toBeNull()
  })

  it('turns push on in production with both keys, which must be a pair', () => {
    const [{ publicKey, privateKey }, other] = [createVapidKeys(), createVapidKeys()]
    const keys = { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey }
    expect(load({ ...production, ...keys }).vapid).toEqual({ publicKey, privateKey })
    expect(problems({ ...production, VAPID_PUBLIC_KEY: publicKey })).toEqual([expect.stringMatching(/^VAPID_PRIVATE_KEY: /)])
    expect(problems({ ...production, PUSH_SERVICES: 'fcm.googleapis.com' })).toHaveLength(2)
    expect(problems({ ...keys, VAPID_PRIVATE_KEY: other.privateKey })).toEqual([expect.stringMatching(/não são um par/)])
    expect(problems({ VAPID_PUBLIC_KEY: 'curta', VAPID_PRIVATE_KEY: privateKey })).toEqual([expect.stringMatching(/^VAPID_PUBLIC_KEY: /)])
  })

  it('takes push services by name, and local ones outside of production', () => {
    const { publicKey, privateKey } = createVapidKeys()
    const pushing = { ...production, VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey }
    expect(load({ PUSH_SERVICES: '*.push.apple.com, http://127.0.0.1:4100' }).pushServices).toEqual([
      '*.push.apple.com',
      'http://127.0.0.1:4100',
    ])
    expect(problems({ ...pushing, PUSH_SERVICES: 'http://127.0.0.1:4100' })).toEqual([expect.stringMatching(/^PUSH_SERVICES: /)])
    for (const PUSH_SERVICES of ['https://fcm.googleapis.com', '10.0.0.1', 'a,,b'])
      expect(problems({ PUSH_SERVICES })).toEqual([expect.stringMatching(/^PUSH_SERVICES: /)])
  })

  it('applies the given values', () => {
    expect(
      load({ ...production, NODE_ENV: '', PUBLIC_URL: '', PORT: '8080', DATABASE_DIRECT_URL: 'postgres://direto/prumo' }),
    ).toMatchObject({
      port: 8080,
      publicUrl: 'http://localhost:8080',
      databaseUrl: production.DATABASE_URL,
      databaseDirectUrl: 'postgres://direto/prumo',
      demoSeed: false,
      stripe: { webhookSecrets: ['whsec_1', 'whsec_2'], prices: { '1mes': 'price_1', '3anos': 'price_36' }, apiUrl: null },
    })
    expect(load({ PUBLIC_URL: 'https://app.exemplo.com.br/' }).publicUrl).toBe('https://app.exemplo.com.br')
  })

  it('uses one database role unless more are given', () => {
    const [app, direct, owner, ops] = ['app', 'direct', 'owner', 'ops'].map((name) => `postgres://${name}:segredo@banco/prumo`)
    const rolesOf = (environment: NodeJS.ProcessEnv) => {
      const { databaseDirectUrl, databaseOwnerUrl, databaseOpsUrl } = load(environment)
      return [databaseDirectUrl, databaseOwnerUrl, databaseOpsUrl]
    }
    expect(rolesOf({ DATABASE_URL: app })).toEqual([app, app, app])
    expect(rolesOf({ DATABASE_URL: app, DATABASE_DIRECT_URL: direct })).toEqual([direct, direct, direct])
    expect(rolesOf({ DATABASE_URL: app, DATABASE_OWNER_URL: owner })).toEqual([app, owner, owner])
    expect(rolesOf({ DATABASE_URL: app, DATABASE_OWNER_URL: owner, DATABASE_OPS_URL: ops })).toEqual([app, owner, ops])
    for (const name of ['DATABASE_DIRECT_URL', 'DATABASE_OWNER_URL', 'DATABASE_OPS_URL', 'DATABASE_REPLICA_URL'])
      expect(problems({ [name]: owner })).toEqual([`${name}: só faz sentido com DATABASE_URL.`])
  })

  it('expects the simulator at the next port or the given address, and never in production', () => {
    expect(load({ PORT: '8080' }).stripe.apiUrl).toBe('http://127.0.0.1:8081')
    expect(load({ STRIPE_SIMULATOR_URL: 'http://localhost:4242' }).stripe.apiUrl).toBe('http://localhost:4242')
    expect(problems({ ...production, STRIPE_SIMULATOR_URL: 'http://localhost:4242' })).toEqual([
      expect.stringMatching(/^STRIPE_SIMULATOR_URL: /),
    ])
  })

  it('accepts a second session secret during rotation, each of full length', () => {
    const [one, two] = ['1'.repeat(32), '2'.repeat(32)]
    expect(load({ JWT_SECRET: one }).jwtSecrets).toEqual([one])
    expect(load({ JWT_SECRET: `${one}, ${two}` }).jwtSecrets).toEqual([one, two])
    for (const bad of [`${one},curto`, `${one},`, `${one},${two},${'3'.repeat(32)}`]) expect(problems({ JWT_SECRET: bad })).toHaveLength(1)
  })

  it('accepts addresses and ranges of proxies, and none that trusts everyone', () => {
    const proxies = ['10.0.0.7', '172.16.0.0/12', '::1', 'fd00::/8']
    expect(load({ TRUSTED_PROXIES: proxies.join(', ') }).trustedProxies).toEqual(proxies)
    expect(load({ TRUSTED_PROXIES: 'none' }).trustedProxies).toEqual([])
    for (const bad of [
      'none,10.0.0.7',
      'true',
      '1',
      'loopback',
      'proxy.local',
      '10.0.0.0/33',
      '0.0.0.0/0',
      '10.0.0.7,',
      '10.0.0',
      'fe80::1%eth0',
    ]) {
      expect(problems({ TRUSTED_PROXIES: bad })).toEqual([expect.stringMatching(/^TRUSTED_PROXIES: /)])
    }
  })

  it('reads one address of Redis as a server, and several as a cluster', () => {
    for (const one of ['redis://localhost:6379', 'rediss://:a,b@redis:6379/2?family=6'])
      expect(load({ REDIS_URL: one }).redisUrls).toEqual([one])
    for (const several of [
      ['redis://10.0.0.1:7000', 'redis://10.0.0.2:7000/', 'redis://[fd00::3]:7000/0'],
      ['rediss://prumo:a%2Cb@redis-1', 'rediss://redis-2', 'rediss://prumo:a%2Cb@redis-3'],
    ]) {
      expect(load({ REDIS_URL: several.join(', ') }).redisUrls).toEqual(several)
      expect(load({ REDIS_URL: several.join(',') }).redisUrls).toEqual(several)
    }
  })

  it.each([
    ['a node without a scheme', 'redis://:segredo@redis-1:7000,redis-2:7000', /^REDIS_URL: use um endereço como .* separados por vírgula/],
    ['a node without a scheme or port', 'redis://:segredo@redis-1,redis-2', /^REDIS_URL: use um endereço/],
    ['an empty node', 'redis://redis-1:7000,,redis://:segredo@redis-2:7000', /^REDIS_URL: use um endereço/],
    ['an end without a node', 'redis://:segredo@redis-1,redis://redis-2,', /^REDIS_URL: use um endereço/],
    ['a bad port', 'redis://:segredo@redis-1:7000,redis://redis-2:70000', /^REDIS_URL: use um endereço/],
    ['another protocol', 'postgres://:segredo@redis-1,redis://redis-2', /^REDIS_URL: use um endereço/],
    ['TLS for some alone', 'rediss://:segredo@redis-1,redis://redis-2', /^REDIS_URL: .*rediss:\/\/ em todos\.$/],
    ['no server', 'redis://:segredo@redis-1,redis://', /^REDIS_URL: .*só o servidor e a porta/],
    ['a database', 'redis://:segredo@redis-1/2,redis://redis-2/2', /^REDIS_URL: .*sem número de banco/],
    ['options', 'redis://:segredo@redis-1?family=6,redis://redis-2', /^REDIS_URL: .*nem opções/],
    ['another password', 'redis://:segredo@redis-1,redis://:outra@redis-2', /^REDIS_URL: .*a senha só no primeiro/],
    ['a password of a later node alone', 'redis://redis-1,redis://:segredo@redis-2', /^REDIS_URL: .*a senha só no primeiro/],
    ['another user', 'redis://a:segredo@redis-1,redis://b:segredo@redis-2', /^REDIS_URL: informe o usuário/],
  ])('refuses a Redis cluster with %s, without quoting the password', (_, nodes, refusal) => {
    const refusals = problems({ REDIS_URL: nodes })
    expect(refusals).toEqual([expect.stringMatching(refusal)])
    expect(refusals[0]).not.toMatch(/segredo|outra/)
  })

  it('accepts a master key in hexadecimal and in base64', () => {
    const bytes = Buffer.alloc(32, 7)
    for (const text of [bytes.toString('hex'), bytes.toString('base64'), bytes.toString('base64url')]) {
      expect(load({ MASTER_KEY: text }).masterKey).toEqual(bytes)
    }
  })

  it('accepts further master keys besides the wrapping one', () => {
    const keys = [1, 2].map((byte) => Buffer.alloc(32, byte))
    expect(load().otherMasterKeys).toEqual([])
    expect(load({ MASTER_KEY_PREVIOUS: keys.map((key) => key.toString('base64')).join(', ') }).otherMasterKeys).toEqual(keys)
  })

  it.each([
    ['NODE_ENV', 'staging'],
    ['PORT', '0'],
    ['PORT', 'oitenta'],
    ['DATABASE_URL', 'mysql://banco/prumo'],
    ['DATABASE_OWNER_URL', 'mysql://banco/prumo'],
    ['DATABASE_OPS_URL', 'banco'],
    ['DATABASE_REPLICA_URL', 'banco'],
    ['REDIS_URL', 'localhost:6379'],
    ['REDIS_URL', 'redis://:%@localhost'],
    ['STRIPE_SECRET_KEY', 'pk_live_1'],
    ['STRIPE_SIMULATOR_URL', 'localhost'],
    ['JWT_SECRET', 'curto'],
    ['MASTER_KEY', 'curta'],
    ['MASTER_KEY_PREVIOUS', `${'ab'.repeat(32)},`],
    ['SMTP_URL', 'https://correio'],
    ['CONTACT_URL', 'contato'],
    ['PUBLIC_URL', 'https://app.exemplo.com.br/prumo'],
    ['TRUSTED_PROXIES', 'todos'],
    ['DEMO_SEED', 'sim'],
    ['RATE_LIMITS', '0'],
    ['REGISTRATION_GRACE_SECONDS', '-1'],
    ['OPS_TOKEN', 'com espaço'],
    ['LOG_LEVEL', 'verbose'],
  ])('refuses a bad %s and names it', (name, value) => {
    expect(problems({ [name]: value })[0]).toMatch(new RegExp(`^${name}: `))
  })

  it('refuses an incomplete Stripe configuration, and mail without a sender', () => {
    const { STRIPE_PRICE_1ANO: _, ...rest } = production
    expect(problems({ ...rest, NODE_ENV: 'development' })).toEqual([expect.stringMatching(/^STRIPE_PRICE_1ANO: /)])
    expect(problems({ SMTP_URL: 'smtp://correio' })).toEqual([expect.stringMatching(/^MAIL_FROM: /)])
  })

  it('neither embeds nor simulates anything in production', () => {
    expect(problems(production)).toEqual([])
    const missing = problems({ NODE_ENV: 'production' }).map((line) => line.split(':')[0])
    expect(missing).toEqual(['DATABASE_URL', ...stripeVariables, 'JWT_SECRET', 'MASTER_KEY', 'SMTP_URL', 'PUBLIC_URL', 'TRUSTED_PROXIES'])
    expect(problems({ ...production, DEMO_SEED: 'on' })).toEqual([expect.stringMatching(/^DEMO_SEED: /)])
    expect(problems({ ...production, DEMO_SEED: 'off' })).toEqual([])
    expect(problems({ ...production, RATE_LIMITS: 'off' })).toEqual([expect.stringMatching(/^RATE_LIMITS: /)])
  })

  it('accepts a grace period of over a day only outside production', () => {
    for (const seconds of ['86401', '31536000'])
      expect(problems({ ...production, REGISTRATION_GRACE_SECONDS: seconds })).toEqual([
        expect.stringMatching(/^REGISTRATION_GRACE_SECONDS: .*86400/),
      ])
    expect(problems({ ...production, REGISTRATION_GRACE_SECONDS: '86400' })).toEqual([])
    expect(problems({ REGISTRATION_GRACE_SECONDS: '31536000' })).toEqual([])
  })

  it.each(['sk_test_1', 'rk_test_1'])('accepts the test key %s in production only for a declared staging installation', (key) => {
    expect(problems({ ...production, STRIPE_SECRET_KEY: key })).toEqual([
      expect.stringMatching(/^STRIPE_SECRET_KEY: .*STRIPE_TEST_KEYS=on/),
    ])
    expect(problems({ ...production, STRIPE_SECRET_KEY: key, STRIPE_TEST_KEYS: 'on' })).toEqual([])
    expect(problems({ ...production, STRIPE_SECRET_KEY: key.replace('test', 'live') })).toEqual([])
  })

  it.each([
    ['an unknown kind of installation', { NODE_ENV: 'prod' }, /^NODE_ENV: use production/],
    ['no address', { PUBLIC_URL: '' }, /^PUBLIC_URL: obrigatória/],
    ['an address without TLS', { PUBLIC_URL: 'http://app.exemplo.com.br' }, /^PUBLIC_URL: use um endereço https/],
    ['an address of this machine', { PUBLIC_URL: 'http://localhost:3000' }, /^PUBLIC_URL: use um endereço https/],
    ['proxies that nobody thought of', { TRUSTED_PROXIES: ' ' }, /^TRUSTED_PROXIES: obrigatória/],
    ['mails in clear', { SMTP_URL: 'smtp://correio:587' }, /^SMTP_URL: use smtps/],
    ['mails in clear where the server offers no TLS', { SMTP_URL: 'smtp://correio:587?requireTLS=false' }, /^SMTP_URL: use smtps/],
  ])('refuses %s in production', (_, changes, refusal) => {
    expect(problems({ ...production, ...changes })).toEqual([expect.stringMatching(refusal)])
  })

  it.each(['smtps://correio:465', 'smtp://correio:587?requireTLS=true', 'smtp://correio:465?secure=true'])(
    'sends mails over TLS in production: %s',
    (url) => expect(problems({ ...production, SMTP_URL: url })).toEqual([]),
  )

  it('lists every variable in .env.example', () => {
    const example = readFileSync(new URL('../../../../.env.example', import.meta.url), 'utf8')
    const listed = [...example.matchAll(/^#? ?([A-Z0-9_]+)=/gm)].map((match) => match[1])
    expect(listed).toEqual([...variableNames])
  })
})
