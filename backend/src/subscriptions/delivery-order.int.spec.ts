import { liveAtRandom, liveInEachOrder } from '../../test/test-delivery-order.js'
import { startTestShop, type TestShop } from '../../test/test-shop.js'

let shop: TestShop
beforeAll(async () => void (shop = await startTestShop()))
afterAll(() => shop.close())

it('whatever the order, number and delay of the deliveries, the read model ends the same and the log records each change once', () =>
  liveAtRandom(shop, { numRuns: 1, seed: 1 }))

it('a life from the first payment to the end is the same story where deliveries come in reverse', () => liveInEachOrder(shop, ['reversed']))
