import { takeDeliveryDyingAt, testInterruptedChanges } from '../../../test/test-interrupted-payments.js'
import { startTestShop, type TestShop } from '../../../test/test-shop.js'

let shop: TestShop
// Each test makes the deliveries and runs the jobs itself.
beforeAll(async () => void (shop = await startTestShop({}, { worker: false })))
afterAll(() => shop.close())

it('an API or a worker that dies at any wait between a delivery and its command loses none and applies none twice', async () => {
  const places: string[] = []
  for (let at = 0; ; at++) {
    const diedAt = await takeDeliveryDyingAt(shop, at)
    if (diedAt === null) break
    places.push(diedAt)
  }
  // Both sides of every wait, from storing the delivery to the end of the job.
  process.stdout.write(`Died at ${places.length} places: ${places.join(', ')}\n`)
  expect(places.length).toBeGreaterThan(25)
  const passed = places.join()
  for (const wait of [
    'store-delivery',
    'claim-jobs',
    '/v1/subscriptions',
    '/v1/charges',
    'begin-stripe-look',
    'claim-stripe-look',
    'load-entity',
    'append',
    'complete-job',
  ])
    expect(passed).toContain(wait)
}, 300_000)

describe('a change of plan that is interrupted after any write to Stripe', () => {
  testInterruptedChanges(
    () => shop,
    (interruption, what) => !(interruption === 'the process dies' && what === 'one to more months'),
  )
})
