import { testHostileRequests } from './test-hostile-run.js'

/** The size that `npm run test:all` can afford; `npm run test:hostile` sets the number and the seed. */
const { PRUMO_HOSTILE_REQUESTS: requests = '1500', PRUMO_HOSTILE_SEED: seed } = process.env

testHostileRequests({ requests: Number(requests), seed: seed === undefined ? Math.floor(Math.random() * 2 ** 32) : Number(seed) })
