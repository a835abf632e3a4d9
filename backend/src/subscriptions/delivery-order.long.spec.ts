import { deliveryOrders, liveAtRandom, liveInEachOrder } from '../../test/test-delivery-order.js'
import { startTestShop, type TestShop } from '../../test/test-shop.js'

let shop: TestShop
beforeAll(async () => void (shop = await startTestShop()))
afterAll(() => shop.close())

/** PRUMO_LIVES asks for more. A busy machine has fewer runs; a failing run does not search for the shortest failure without end. */
const lives = Number(process.env.PRUMO_LIVES ?? 5)

it(
  'whatever the order, number and delay of the deliveries, the read model ends the same and the log records each change once',
  () => liveAtRandom(shop, { numRuns: lives, interruptAfterTimeLimit: lives * 8_000 }),
  300_000,
)

it(
  'the steps of a subscription, from first payment to end, log the same events in each order',
  () => liveInEachOrder(shop, deliveryOrders),
  180_000,
)
