import { runChaos } from '../chaos/run.js'
import { variantOf } from '../chaos/variants.js'
import { test } from '../test.js'

/** One seed in the journeys; `npm run test:chaos` runs more of them. */
const { seed: first, seeds } = JSON.parse(process.env['PRUMO_CHAOS_RUN'] ?? '{"seed":11,"seeds":1}') as { seed: number; seeds: number }

for (let seed = first; seed < first + seeds; seed += 1) {
  const { variant, round } = variantOf(seed)
  test(`chaos, seed ${seed}: ${variant.name}`, { tag: '@long' }, async ({ app, page, request }, info) => {
    test.setTimeout(240_000)
    const summary = await runChaos(seed, variant, round, { app, request, fresh: page, attach: info.attach.bind(info) })
    info.annotations.push({ type: 'summary', description: summary })
    process.stdout.write(`${summary}\n`)
  })
}
