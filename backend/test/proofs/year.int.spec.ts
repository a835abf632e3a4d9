import { runYear } from './test-year-run.js'

it('access matches payment on every day, whatever Stripe, its deliveries and a dead worker do', () =>
  runYear({ seed: 1, people: 2, days: 8, dead: { from: 4, to: 6 } }, () => undefined))
