import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { RunningApp } from '../running-app.js'
import { expect, test } from '../test.js'

const person = {
  name: 'Rita Prado',
  email: 'rita@exemplo.com.br',
  password: 'senha-da-rita',
  businessName: 'Ateliê da Rita',
  businessType: 'Serviços',
}

test('ends well, knows its people when it comes back, and so does the simulator of Stripe, which ends with it', async ({ app, request }) => {
  const { email, password } = person
  await expect(await request.post('/api/auth/register', { data: person })).toBeOK()
  const address = () => [...readFileSync(app.log, 'utf8').matchAll(/simulados em (\S+)/g)].at(-1)?.[1] ?? 'nowhere'
  const simulator = address()
  const headers = { authorization: 'Bearer sk_test_e2e' }
  const customer = await fetch(`${simulator}/v1/customers`, { method: 'POST', headers, body: new URLSearchParams({ email }) })
  const { id } = (await customer.json()) as { id: string }

  await app.restart()
  await expect(await request.post('/api/auth/login', { data: { email, password } })).toBeOK()
  expect(address()).toBe(simulator)
  expect(await (await fetch(`${simulator}/v1/customers/${id}`, { headers })).json()).toMatchObject({ email })
  await app.stop()
  await expect(fetch(simulator)).rejects.toThrow('fetch failed')
  await app.start()
})

test('has no simulator in production', () => {
  const { status, stderr } = spawnSync(process.execPath, ['backend/stripe-simulator/dist/main.js'], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env: { ...process.env, NODE_ENV: 'production' },
    encoding: 'utf8',
  })
  expect([status, stderr]).toEqual([1, expect.stringContaining('não inicia em produção')])
})

test('leaves nothing running after developing', async () => {
  const app = await RunningApp.create('dev')
  try {
    await app.stop()
    expect(existsSync(join(app.dataDir, 'postgres', 'data', 'postmaster.pid'))).toBe(false)
  } finally {
    await app.remove()
  }
})
