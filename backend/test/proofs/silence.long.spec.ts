import { runSilence, type SilenceRun } from './test-silence-run.js'

/** What `npm run test:all` can afford; `npm run test:silence` says more. */
const bounded: SilenceRun = { seed: Math.floor(Math.random() * 2 ** 31), silenceMs: 6_000, people: 4, patience: 4 }
const run: SilenceRun = { ...bounded, ...(JSON.parse(process.env.PRUMO_SILENCE_RUN ?? '{}') as Partial<SilenceRun>) }

it(
  `a network that falls silent is refused to people in time, and loses and doubles nothing (seed ${run.seed})`,
  () => runSilence(run, (line) => void (process.env.PRUMO_SILENCE_RUN && process.stdout.write(`${line}\n`))),
  run.silenceMs < 10_000 ? 300_000 : 1_200_000,
)
