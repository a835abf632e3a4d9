/**
 * The journeys of docs/stripe.md, "Go live", in a Stripe sandbox: `STRIPE_TEST_SECRET_KEY=sk_test_… npm run test:stripe`. With
 * STRIPE_TEST_RESTRICTED_KEY it also checks each permission of that key. `npm test` runs the same journeys with the simulator.
 * It creates products, prices and test clocks in the sandbox, and deletes the clocks with their customers.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { bootstrap } from './bootstrap.mjs'
import { fail } from './environment.mjs'
import { repository } from './repository.mjs'

const { STRIPE_TEST_SECRET_KEY: key, STRIPE_TEST_RESTRICTED_KEY: restricted } = process.env
if (!key) {
  process.stdout.write('test:stripe was skipped: STRIPE_TEST_SECRET_KEY is not set. Nothing was tried at Stripe.\n')
  process.exit(0)
}
if (!key.startsWith('sk_test_')) fail('STRIPE_TEST_SECRET_KEY: use uma chave sk_test_… de um ambiente de testes da Stripe.')
if (restricted && !restricted.startsWith('rk_test_')) fail('STRIPE_TEST_RESTRICTED_KEY: use uma chave rk_test_… do mesmo ambiente.')
bootstrap()

if (!restricted) process.stdout.write('STRIPE_TEST_RESTRICTED_KEY is not set: the permissions of a restricted key are not tried.\n')
const jest = join(repository, 'node_modules', 'jest', 'bin', 'jest.js')
const config = join(repository, 'backend', 'jest.config.mjs')
const args = [jest, 'src/subscriptions/sandbox', '--config', config, '--runInBand', '--verbose', '--selectProjects', 'integration']
const { status } = spawnSync(process.execPath, args, { cwd: repository, stdio: 'inherit' })
process.exit(status ?? 1)
