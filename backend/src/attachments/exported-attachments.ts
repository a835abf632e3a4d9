import type { ExportedAttachment } from '@prumo/shared/attachments'
import type { LogReading } from '../event-store/log-reading.js'
import type { EventRow, RecordedEvent } from '../event-store/stream/event.js'
import { EVENT_FIELDS } from '../event-store/stream/read-stream.js'
import type { DataKey } from '../platform/crypto/account-keys.js'
import type { RowReader } from '../platform/database/connection-pool.js'
import { pageOfAttachments } from './attachment-list.projection.js'
import type { AttachmentEvent } from './attachment.events.js'

const ADDED = {
  name: 'added-attachments',
  text: `
    select ${EVENT_FIELDS} from events e
    where e.account_id = $1 and e.entity = 'attachment' and e.type = 'AttachmentAdded' and e.entity_id = any ($2::uuid[])`,
}

/** Some receipts of an account as the export names them, by id. The log alone has the hashes of their bytes. @param after the last one before them */
export async function exportAttachments(
  database: RowReader,
  { codec }: Pick<LogReading, 'codec'>,
  key: DataKey,
  { accountId, limit, after }: { accountId: string; limit: number; after: string | undefined },
): Promise<ExportedAttachment[]> {
  const page = await pageOfAttachments(database, accountId, limit, after)
  const rows = await database.rows<Omit<EventRow, 'hash'>>(ADDED, [accountId, page.map(({ id }) => id)])
  const hashes = new Map(
    rows.map((row) => {
      const { entityId, data } = codec.decode(row, key) as RecordedEvent<Extract<AttachmentEvent, { type: 'AttachmentAdded' }>>
      return [entityId, data.after.plainHash]
    }),
  )
  return page.map((attachment) => ({ ...attachment, sha256: hashes.get(attachment.id) ?? '' }))
}
