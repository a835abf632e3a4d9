import { sharedTestApp, type SharedTestApp } from '../test-app.js'
import { cutLargeCommit } from './test-large-commits.js'

let server: SharedTestApp
beforeAll(async () => void (server = await sharedTestApp()))

it('an import whose connection is ended halfway is refused, leaves nothing, and is done once by a repeat', () =>
  cutLargeCommit(server, 'an import', 200))
