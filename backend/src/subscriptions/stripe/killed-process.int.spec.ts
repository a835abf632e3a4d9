import {
  createPayer,
  deliverTo,
  runWaiting,
  takeDeliveryDyingAt,
  testInterruptedChanges,
  waitingJobs,
} from '../../../test/test-interrupted-payments.js'
import { openMortal } from '../../../test/test-mortal.js'
import { startTestShop, storyOf, type TestShop } from '../../../test/test-shop.js'

let shop: TestShop
// Each test makes the deliveries and runs the jobs itself.
beforeAll(async () => void (shop = await startTestShop({}, { worker: false })))
afterAll(() => shop.close())

it.each(['after store-delivery', 'before append', 'after append'])(
  'an API or a worker that dies %s of a delivery loses no command and applies none twice',
  async (place) => {
    expect(await takeDeliveryDyingAt(shop, place)).toBe(place)
  },
)

it.each([
  ['and its row in users with it', 'delete from users where id = $1'],
  ['and its key with it', 'delete from account_keys where account_id = $1'],
])('accepts a delivery for an account that is gone, %s, without effect', async (_, text) => {
  const { person, event } = await createPayer(shop)
  await shop.test.database.rows({ text }, [person.accountId])
  const living = await openMortal(shop, Infinity)
  await deliverTo(shop, event, living)
  await runWaiting(shop, living)
  await living.close()
  expect([living.diedAt, await storyOf(shop, person), await waitingJobs(shop)]).toEqual([null, [], []])
})

describe('a change of plan that is interrupted after any write to Stripe', () => {
  testInterruptedChanges(
    () => shop,
    (interruption, what) => interruption === 'the process dies' && what === 'one to more months',
  )
})
