import { runChaos } from '../chaos/run.js'
import { variantOf } from '../chaos/variants.js'
import { test } from '../test.js'

/** One seed of the shortest kind among the journeys; more of them, and others, by `npm run test:chaos`. */
const { seed: first, seeds } = JSON.parse(process.env['PRUMO_CHAOS_RUN'] ?? '{"seed":11,"seeds":1}') as { seed: number; seeds: number }

for (let seed = first; seed < first + seeds; seed += 1) {
  const { variant, round } = variantOf(seed)
  test(`chaos, seed ${seed}: ${variant.name}`, { tag: '@long' }, async ({ app, page, request }, info) => {
    test.setTimeout(240_000)
    const told = await runChaos(seed, variant, round, { app, request, fresh: page, attach: info.attach.bind(info) })
    info.annotations.push({ type: 'told', description: told })
    process.stdout.write(`${told}\n`)
  })
}
