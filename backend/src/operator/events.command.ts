import type { EventRow, Recorded } from '../event-store/stream/event.js'
import { readLog } from '../event-store/stream/read-stream.js'
import { keyUnlessErased } from '../event-store/keys/stored-keys.js'
import { accountArgument, momentArgument, openFor, print, type RegisterCommand } from './operator.js'

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
      const { database, reading } = await openFor(open, account)
      const key = await keyUnlessErased(database.pool, reading.keys, account)
      for await (const page of readLog(database.pool, account, to === undefined ? {} : { until: to })) {
        for (const row of page) {
          if (from !== undefined && row.recordedAt < from) continue
          if (entity !== undefined && row.entity !== entity && row.entityId !== entity) continue
          // Of an erased account the texts stay sealed.
          const event = key ? reading.codec.decode(row, key) : asStored(row)
          print(json, { ...event, hash: row.hash.toString('hex') }, () => line(event))
        }
      }
    })
}

function asStored({ data, meta, ...row }: EventRow): Recorded {
  return { ...row, data: JSON.parse(data) as unknown, meta: JSON.parse(meta) as Recorded['meta'] }
}

function line({ seq, recordedAt, type, entity, entityId, entityVersion, meta, data }: Recorded): string {
  return `${seq}  ${recordedAt}  ${type}  ${entity} ${entityId} v${entityVersion}  by ${meta.source}\n    ${JSON.stringify(data)}`
}
