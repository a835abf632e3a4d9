import { runModel, type ModelRun } from './test-model-run.js'

/** The size that `npm run test:all` can afford; `npm run test:model` runs more. */
const bounded: ModelRun = {
  seed: Math.floor(Math.random() * 2 ** 31),
  apis: 2,
  workers: 1,
  accounts: 12,
  commands: 1_500,
  kills: 1,
  clocks: 2,
  dumpSeconds: 4,
  everyType: 1,
}
const run: ModelRun = { ...bounded, ...(JSON.parse(process.env.PRUMO_MODEL_RUN ?? '{}') as Partial<ModelRun>) }

it(
  `several processes, killed at random and with wrong clocks, during a backup and an interrupted rebuild, end with the state that the commands define (seed ${run.seed})`,
  () => runModel(run, (line) => void (process.env.PRUMO_MODEL_RUN && process.stdout.write(`${line}\n`))),
  run.commands < 5_000 ? 900_000 : 3_600_000,
)
