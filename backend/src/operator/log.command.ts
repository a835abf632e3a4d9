import type { PoolClient } from 'pg'
import { findKeys } from '../event-store/keys/stored-keys.js'
import type { LogReading } from '../event-store/log-reading.js'
import { EVENT_FIELDS, isoText } from '../event-store/stream/read-stream.js'
import { fetchRows } from '../event-store/verify/fetch-rows.js'
import type { EventRow } from '../event-store/stream/event.js'
import { operatorCommand } from './operator.js'
import { OperatorLog, type OperatorOutcome } from './operator-log.js'

const AT_ONCE = 1_000

// Both logs by time. A row of an account's own log is needed whole: its reason opens only with its position.
const TRAIL = `
  declare operator_trail no scroll cursor for
  select ${isoText('at')} as at, seq, operator, line, account_id as "accountId", reason, outcome, begun as "startSeq", null::json as event
  from operator_log where $1 = '' or account_id::text = $1
  union all
  select "recordedAt", seq, meta::json->>'actor', data::json->>'command', "accountId", null, 'looked', null, row_to_json(e)
  from (select ${EVENT_FIELDS} from events e where e.type = 'AccountLooked' and ($1 = '' or e.account_id::text = $1)) e
  order by 1, "accountId" nulls first, seq`

interface TrailRow {
  at: string
  seq: number
  operator: string
  line: string
  accountId: string | null
  reason: string | null
  outcome: OperatorOutcome | 'looked'
  startSeq: number | null
  event: Omit<EventRow, 'hash'> | null
}

/** `ops log`: the operators' actions and their reasons. */
export const logCommand = operatorCommand<{ account?: string }>({
  name: 'log',
  description:
    'Who did what with this tool and when; of one account also why it was looked at. A command that has begun and not ended was killed',
  account: 'optional',
  async run({ database, reading, print }, { account }) {
    const log = new OperatorLog({ database, reading })
    await database.inRolledBackSnapshot(async (client) => {
      for await (const row of fetchRows<TrailRow>(client, 'operator_trail', TRAIL, account ?? '', AT_ONCE)) {
        const { event, ...entry } = row
        const reason = event ? await reasonOfLook(client, reading, event, account) : await log.reasonOf(row).catch(() => UNREADABLE)
        print({ ...entry, reason }, () => text({ ...row, reason }))
      }
    })
  },
})

const UNREADABLE = '(unreadable)'

/** The reason of an access; null in a list of all accounts, which opens no account. */
async function reasonOfLook(
  client: PoolClient,
  { codec, keys }: LogReading,
  event: Omit<EventRow, 'hash'>,
  account: string | undefined,
): Promise<string | null> {
  if (account === undefined) return null
  try {
    const key = (await findKeys(client, keys, [account])).get(account)
    if (!key || key instanceof Error) return UNREADABLE
    return (codec.decode(event, key).data as { reason: string }).reason
  } catch {
    return UNREADABLE
  }
}

function text({ at, operator, line, accountId, reason, outcome, startSeq }: TrailRow): string {
  const about = accountId === null ? '' : `  account ${accountId}`
  const state = startSeq === null ? outcome : `${outcome}, begun in row ${startSeq}`
  return `${at}  ${operator}  ${line}${about}  ${state}${reason === null ? '' : `  “${reason}”`}`
}
