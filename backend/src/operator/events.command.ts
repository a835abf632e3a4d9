import type { EventRow, RecordedEvent } from '../event-store/stream/event.js'
import { readLog } from '../event-store/stream/read-stream.js'
import { findKeyUnlessErased } from '../event-store/keys/stored-keys.js'
import { momentArgument, operatorCommand } from './operator.js'

/** `ops events`: the events of an account, in order. */
export const eventsCommand = operatorCommand<{ account: string; entity?: string; from?: string; to?: string }>({
  name: 'events',
  description: 'What happened in an account, in order',
  account: 'required',
  options: (command) =>
    command
      .option('--entity <kind or id>', 'only this kind of entity, or this one entity')
      .option('--from <time>', 'recorded at this moment or later, ISO 8601', momentArgument)
      .option('--to <time>', 'recorded at this moment or before, ISO 8601', momentArgument),
  async run({ database, reading, print }, { account, entity, from, to }) {
    const key = await findKeyUnlessErased(database.pool, reading.keys, account)
    for await (const page of readLog(database.pool, account, to === undefined ? {} : { until: to })) {
      for (const row of page) {
        if (from !== undefined && row.recordedAt < from) continue
        if (entity !== undefined && row.entity !== entity && row.entityId !== entity) continue
        // The texts of an erased account stay sealed.
        const event = key ? reading.codec.decode(row, key) : asStored(row)
        print({ ...event, hash: row.hash.toString('hex') }, () => line(event))
      }
    }
  },
})

function asStored({ data, meta, ...row }: EventRow): RecordedEvent {
  return { ...row, data: JSON.parse(data) as unknown, meta: JSON.parse(meta) as RecordedEvent['meta'] }
}

function line({ seq, recordedAt, type, entity, entityId, entityVersion, meta, data }: RecordedEvent): string {
  return `${seq}  ${recordedAt}  ${type}  ${entity} ${entityId} v${entityVersion}  by ${meta.source}\n    ${JSON.stringify(data)}`
}
