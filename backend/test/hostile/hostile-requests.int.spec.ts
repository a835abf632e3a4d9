import { testHostileRequests } from './test-hostile-run.js'

testHostileRequests({ requests: 300, seed: 1 })
