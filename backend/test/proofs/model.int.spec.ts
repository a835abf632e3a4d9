import { runModel } from './test-model-run.js'

it(
  'several processes, killed at random, during a backup and an interrupted rebuild, end with the state that the commands define',
  () =>
    runModel(
      { seed: 1, apis: 2, workers: 1, accounts: 3, commands: 50, kills: 1, clocks: 0, dumpSeconds: 4, everyType: 0 },
      () => undefined,
    ),
  300_000,
)
