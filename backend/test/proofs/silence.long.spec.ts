import { runSilence, type SilenceRun } from './test-silence-run.js'

/** The size that `npm run test:all` can afford; `npm run test:silence` runs more. */
const bounded: SilenceRun = { seed: Math.floor(Math.random() * 2 ** 31), silenceMs: 6_000, people: 4, patience: 4 }
const run: SilenceRun = { ...bounded, ...(JSON.parse(process.env.PRUMO_SILENCE_RUN ?? '{}') as Partial<SilenceRun>) }

it(
  `while the network is silent requests are refused in time, and no command is lost or done twice (seed ${run.seed})`,
  () => runSilence(run, (line) => void (process.env.PRUMO_SILENCE_RUN && process.stdout.write(`${line}\n`))),
  run.silenceMs < 10_000 ? 300_000 : 1_200_000,
)
