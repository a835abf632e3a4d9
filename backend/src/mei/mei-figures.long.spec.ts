import { startTestApp, type TestApp } from '../../test/test-app.js'
import { compareBusinesses } from '../../test/test-mei-figures.js'

let test: TestApp
beforeAll(async () => void (test = await startTestApp()))
afterAll(() => test.close())

it(
  'every figure of 200 businesses over three years equals an independent computation from their exports',
  () => compareBusinesses(() => test, 200),
  900_000,
)
