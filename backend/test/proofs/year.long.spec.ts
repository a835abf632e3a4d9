import { runYear, type YearRun } from './test-year-run.js'

/** The size that `npm run test:all` can afford; `npm run test:year` runs more. */
const bounded: YearRun = { seed: Math.floor(Math.random() * 2 ** 31), people: 6, days: 45, dead: { from: 20, to: 30 } }
const run: YearRun = { ...bounded, ...(JSON.parse(process.env.PRUMO_YEAR_RUN ?? '{}') as Partial<YearRun>) }

it(
  `access matches payment on every day, whatever Stripe, its deliveries and a dead worker do (seed ${run.seed})`,
  () => runYear(run, (line) => void (process.env.PRUMO_YEAR_RUN && process.stdout.write(`${line}\n`))),
  run.days > 100 ? 7_200_000 : 900_000,
)
