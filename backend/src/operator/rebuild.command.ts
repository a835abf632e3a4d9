import { rebuild } from '../event-store/rebuild/rebuild.js'
import { exitCodes, operatorCommand, progress } from './operator.js'

/** `ops rebuild`: rebuilds read models from the log without downtime. */
export const rebuildCommand = operatorCommand({
  name: 'rebuild [read-model]',
  description: 'Makes one read model, or all of them, again from the log without downtime; 1 when accounts were set aside',
  as: () => 'owner',
  async run({ database, reading, print }, _, name) {
    const all = reading.readModels.projections
    const chosen = all.filter(({ table }) => name === undefined || table.name === name)
    if (chosen.length === 0)
      throw new Error(`No read model is called ${name}. There are: ${all.map(({ table }) => table.name).join(', ')}.`)
    const startedAt = performance.now()
    const { events, setAsideAccounts } = await rebuild(database, reading, chosen, {
      onProgress: ({ table, events: read, of }) => progress(`${table}: ${read} of ${of} events`),
      onWait: ({ tables: inUse, seconds: waited }) => progress(`Somebody uses ${inUse.join(', ')}: waiting for ${Math.round(waited)} s`),
    })
    progress('')
    const seconds = Number(((performance.now() - startedAt) / 1000).toFixed(1))
    const tables = chosen.map(({ table }) => table.name)
    const aside = [...setAsideAccounts].map(([accountId, problem]) => ({ accountId, problem }))
    print({ tables, events, seconds, setAside: aside }, () =>
      [
        `Rebuilt ${tables.join(', ')} from ${events} events in ${seconds} s`,
        ...aside.map(({ accountId, problem }) => `${accountId}  SET ASIDE: ${problem}`),
      ].join('\n'),
    )
    if (aside.length > 0) process.exitCode = exitCodes.wrong
  },
})
