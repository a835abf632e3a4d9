import { rebuild } from '../event-store/rebuilding/rebuild.js'
import { exitCodes, print, progress, type RegisterCommand } from './operator.js'

/** `ops rebuild`: read models made again from the log, while everything goes on. */
export const rebuildCommand: RegisterCommand = (program, open) => {
  program
    .command('rebuild [read-model]')
    .description('Makes one read model, or all of them, again from the log without downtime')
    .option('--json', 'one JSON object', false)
    .action(async (name: string | undefined, { json }: { json: boolean }) => {
      const { database, reading } = await open()
      const all = reading.readModels.projections
      const chosen = all.filter(({ table }) => name === undefined || table.name === name)
      if (chosen.length === 0) program.error(`No read model is called ${name}. There are: ${all.map(({ table }) => table.name).join(', ')}.`, { exitCode: exitCodes.misused })
      const begun = performance.now()
      const events = await rebuild(database, reading, chosen, ({ table, events: read, of }) => progress(`${table}: ${read} of ${of} events`))
      progress('')
      const seconds = Number(((performance.now() - begun) / 1000).toFixed(1))
      const tables = chosen.map(({ table }) => table.name)
      print(json, { tables, events, seconds }, () => `Rebuilt ${tables.join(', ')} from ${events} events in ${seconds} s`)
    })
}
