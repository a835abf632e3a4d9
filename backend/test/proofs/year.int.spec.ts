import { runYear } from './test-year-run.js'

it('on every day whoever is in has paid, whatever Stripe, its deliveries and a dead worker do', () =>
  runYear({ seed: 1, people: 2, days: 8, dead: { from: 4, to: 6 } }, () => undefined))
