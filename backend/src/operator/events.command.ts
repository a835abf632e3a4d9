import type { Recorded } from '../event-store/log/event.js'
import { readLog } from '../event-store/log/read-log.js'
import { dataKeyOf } from '../event-store/proving/replay.js'
import { accountArgument, momentArgument, print, type RegisterCommand } from './operator.js'

interface Options {
  account: string
  entity?: string
  from?: string
  to?: string
  json: boolean
}

/** `ops events`: what happened in an account, in order. */
export const eventsCommand: RegisterCommand = (program, open) => {
  program
    .command('events')
    .description('What happened in an account, in order')
    .requiredOption('--account <id>', 'the account', accountArgument)
    .option('--entity <kind or id>', 'only this kind of entity, or this one entity')
    .option('--from <time>', 'recorded at this moment or later, ISO 8601', momentArgument)
    .option('--to <time>', 'recorded at this moment or before, ISO 8601', momentArgument)
    .option('--json', 'one JSON object a line', false)
    .action(async ({ account, entity, from, to, json }: Options) => {
      const { database, reading } = await open()
      const key = await dataKeyOf(database.pool, reading.keys, account)
      for await (const page of readLog(database.pool, account, to === undefined ? {} : { until: to })) {
        for (const row of page) {
          if (from !== undefined && row.recordedAt < from) continue
          if (entity !== undefined && row.entity !== entity && row.entityId !== entity) continue
          const event = reading.codec.decode(row, key)
          print(json, { ...event, hash: row.hash.toString('hex') }, () => line(event))
        }
      }
    })
}

function line({ seq, recordedAt, type, entity, entityId, entityVersion, meta, data }: Recorded): string {
  return `${seq}  ${recordedAt}  ${type}  ${entity} ${entityId} v${entityVersion}  by ${meta.source}\n    ${JSON.stringify(data)}`
}
