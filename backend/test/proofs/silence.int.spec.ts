import { runSilence } from './test-silence-run.js'

it(
  'a network that falls silent is refused to people in time, and loses and doubles nothing',
  () => runSilence({ seed: 1, silenceMs: 5_000, people: 1, patience: 4, silences: ['dead'] }, () => undefined),
  300_000,
)
