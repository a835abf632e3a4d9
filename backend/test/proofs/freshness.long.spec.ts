import { startTestApp, type TestApp } from '../test-app.js'
import { readBesideWriters } from './test-freshness.js'

let test: TestApp
beforeAll(async () => void (test = await startTestApp()))
afterAll(() => test.close())

it('a read holds exactly what its position says while others write', () => readBesideWriters(test, 40))
