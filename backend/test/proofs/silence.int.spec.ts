import { runSilence } from './test-silence-run.js'

it(
  'while the network is silent requests are refused in time, and no command is lost or done twice',
  () => runSilence({ seed: 1, silenceMs: 5_000, people: 1, patience: 4, silences: ['dead'] }, () => undefined),
  300_000,
)
