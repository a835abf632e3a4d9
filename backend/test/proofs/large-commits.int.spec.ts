import { sharedTestApp, type SharedTestApp } from '../test-app.js'
import { cutLargeCommit } from './test-large-commits.js'

let server: SharedTestApp
beforeAll(async () => void (server = await sharedTestApp()))

it.each(['an import', 'an undo of a batch'] as const)(
  '%s whose connection is ended halfway is refused, leaves nothing, and is done once by a repeat',
  (what) => cutLargeCommit(server, what, 200),
)
