import { runModel } from './test-model-run.js'

it(
  'several processes, killed at random and with wrong clocks, behind a backup and a rebuild cut short, end with what the commands say',
  () =>
    runModel(
      { seed: 1, apis: 2, workers: 1, accounts: 3, commands: 150, kills: 1, clocks: 1, dumpSeconds: 1, everyType: 0 },
      () => undefined,
    ),
  300_000,
)
