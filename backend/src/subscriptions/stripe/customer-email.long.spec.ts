import { runOne } from '../../../test/test-queue.js'
import { customerEmailHelpers } from '../../../test/test-customer-email.js'
import { startTestShop, type TestShop } from '../../../test/test-shop.js'
import { customerEmailWorker } from './customer-email.worker.js'
import { openMortal } from '../../../test/test-mortal.js'

let shop: TestShop
beforeAll(async () => void (shop = await startTestShop({}, { worker: false })))
afterAll(() => shop.close())

const { changeEmail, emailAt, run, subscriber, waiting } = customerEmailHelpers(() => shop)

it('a worker that dies at any wait leaves the job to the next one', async () => {
  const places: string[] = []
  for (let at = 0; ; at++) {
    const { person, customer } = await subscriber()
    const email = await changeEmail(person)
    const mortal = await openMortal(shop, at)
    await runOne(customerEmailWorker, person.accountId, mortal.tools).catch(() => undefined)
    await mortal.close()
    if (mortal.diedAt !== null) expect(await run(person)).toEqual({ how: 'done' })
    expect([at, await emailAt(customer), await waiting(person)]).toEqual([at, email, []])
    if (mortal.diedAt === null) break
    places.push(mortal.diedAt)
  }
  const passed = places.join()
  for (const wait of ['claim-jobs', 'find-customer-email', '/v1/customers/:id']) expect(passed).toContain(wait)
}, 200_000)
