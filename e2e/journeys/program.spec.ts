import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { RunningApp } from '../running-app.js'
import { expect, testOwnApp as test } from '../test.js'

const person = {
  name: 'Rita Prado',
  email: 'rita@exemplo.com.br',
  password: 'senha-da-rita',
  businessName: 'Ateliê da Rita',
  businessType: 'Serviços',
}

const expectRunning = (app: RunningApp, program: string) => expect.poll(() => app.pidOf(program)).not.toBeNull()

/** Waits until a killed process is gone: the system still lists it for a moment. */
const expectGone = (app: RunningApp, program: string, killed: number) => expect.poll(() => app.pidOf(program)).not.toBe(killed)

test(
  'the program and its simulator of Stripe end cleanly together, and keep their data over a restart',
  { tag: '@long' },
  async ({ app, request }) => {
    const { email, password } = person
    await expect(await request.post('/api/auth/register', { data: person })).toBeOK()
    const simulatorAddress = () => [...readFileSync(app.log, 'utf8').matchAll(/simulados em (\S+)/g)].at(-1)?.[1] ?? 'nowhere'
    const simulator = simulatorAddress()
    const headers = { authorization: 'Bearer sk_test_e2e' }
    const customer = await fetch(`${simulator}/v1/customers`, { method: 'POST', headers, body: new URLSearchParams({ email }) })
    const { id } = (await customer.json()) as { id: string }

    await app.restart()
    await expect(await request.post('/api/auth/login', { data: { email, password } })).toBeOK()
    expect(simulatorAddress()).toBe(simulator)
    expect(await (await fetch(`${simulator}/v1/customers/${id}`, { headers })).json()).toMatchObject({ email })
    await app.stop()
    await expect(fetch(simulator)).rejects.toThrow('fetch failed')
    await app.start()
  },
)

test('a process that dies is restarted, and the others continue', { tag: '@long' }, async ({ app }) => {
  test.setTimeout(180_000)
  const isBack = async (program: string, killed: number) => {
    await expectGone(app, program, killed)
    await expectRunning(app, program)
  }
  // The worker is started last.
  await expectRunning(app, 'backend/dist/worker.js')
  const answers = () =>
    fetch(`${app.url}/api/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
  const killedWorker = app.kill('backend/dist/worker.js')
  const answered: boolean[] = []
  for (const until = Date.now() + 2_000; Date.now() < until;) answered.push(await answers())
  expect(new Set(answered)).toEqual(new Set([true]))
  await isBack('backend/dist/worker.js', killedWorker)

  const killedApi = app.kill('backend/dist/main.js')
  await expect.poll(answers).toBe(false)
  // A start may take long on a busy machine.
  await expect.poll(answers, { timeout: 60_000 }).toBe(true)
  await isBack('backend/dist/main.js', killedApi)
  const killedSimulator = app.kill('stripe-simulator/dist/main.js')
  await isBack('stripe-simulator/dist/main.js', killedSimulator)

  const log = readFileSync(app.log, 'utf8')
  expect(log).toContain('A fila de tarefas terminou sem aviso (sinal SIGKILL). Iniciando de novo.\n')
  expect(log).toContain('A API terminou sem aviso (sinal SIGKILL). Iniciando de novo.\n')
  await app.stop()
})

test('the program ends with 1 when a process dies after every restart', { tag: '@long' }, async ({ app }) => {
  const ended = app.ended()
  for (let death = 1; death <= 6; death++) {
    await expectRunning(app, 'backend/dist/worker.js')
    const killed = app.kill('backend/dist/worker.js')
    // It may be running again by the next look.
    await expectGone(app, 'backend/dist/worker.js', killed)
  }
  expect(await ended).toBe(1)
  expect(readFileSync(app.log, 'utf8')).toContain('Iniciar de novo não adiantou. Parando tudo.\n')
})

test('the program ends with 75, and says why, once a newer release has taken over the database', { tag: '@long' }, async () => {
  const app = await RunningApp.create()
  try {
    const ended = app.ended()
    await app.sql('update log_epoch set epoch = epoch + 1')
    expect(await ended).toBe(75)
    expect(readFileSync(app.log, 'utf8')).toMatch(
      /^Uma versão mais nova do Prumo assumiu este banco de dados\. Parando tudo: inicie a versão nova\.$/m,
    )
  } finally {
    await app.remove()
  }
})

test('the program refuses a data folder of an older program, and says how to start over', { tag: '@long' }, async () => {
  test.setTimeout(180_000)
  const app = await RunningApp.create()
  try {
    await app.sql(`update migrations set timestamp = 1763600000000, name = 'EventLog1763600000000'`)
    await expect(app.restart()).rejects.toThrow(
      `Este banco foi criado por uma versão antiga do Prumo, que esta não lê; nada foi alterado. Para começar de novo, apague a pasta de dados (${app.dataDir})`,
    )
    await app.crash()
  } finally {
    await app.remove()
  }
})

test('the simulator of Stripe refuses to start in production', { tag: '@long' }, () => {
  const { status, stderr } = spawnSync(process.execPath, ['backend/stripe-simulator/dist/main.js'], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env: { ...process.env, NODE_ENV: 'production' },
    encoding: 'utf8',
  })
  expect([status, stderr]).toEqual([1, expect.stringContaining('não inicia em produção')])
})

test('the development server leaves nothing running', { tag: '@long' }, async () => {
  const app = await RunningApp.create('dev')
  try {
    await app.stop()
    expect(existsSync(join(app.dataDir, 'postgres', 'data', 'postmaster.pid'))).toBe(false)
  } finally {
    await app.remove()
  }
})
