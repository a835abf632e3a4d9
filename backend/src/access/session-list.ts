import { Injectable } from '@nestjs/common'
import type { OpenSession } from '@prumo/shared/identity'
import { Rejected } from '@prumo/shared/rejections'
import { IsNull, Not } from 'typeorm'
import { isoText } from '../event-store/stream/read-stream.js'
import { Database } from '../platform/database/database.js'
import type { Caller } from '../platform/http/caller.js'
import { SessionEntity } from './session.entity.js'

const LIST = {
  name: 'list-sessions',
  text: `
    select id, device, address, ${isoText('created_at')} as "createdAt",
      ${isoText('last_seen_at')} as "lastSeenAt", id = $2 as current
    from sessions where user_id = $1 and grant_id is null and expires_at > now() and last_seen_at > now() - interval '30 days'
    order by id = $2 desc, last_seen_at desc, id`,
}

/** The open sessions of an account's own user; those of guests end with their grant. Ending one takes effect at once, because every request reads its row. */
@Injectable()
export class SessionList {
  constructor(private readonly database: Database) {}

  /** The caller's own session first, then by last use. */
  of({ accountId, sessionId }: Caller): Promise<OpenSession[]> {
    return this.database.rows<OpenSession>(LIST, [accountId, sessionId])
  }

  /** Ends a session. Rejects with NOT_FOUND if it is not the account's. */
  async end({ accountId }: Caller, id: string): Promise<void> {
    const { affected } = await this.#sessions.delete({ userId: accountId, id, grantId: IsNull() })
    if (affected === 0) throw new Rejected('NOT_FOUND')
  }

  /** Ends all sessions except the caller's. */
  async endOthers({ accountId, sessionId }: Caller): Promise<void> {
    await this.#sessions.delete({ userId: accountId, id: Not(sessionId), grantId: IsNull() })
  }

  get #sessions() {
    return this.database.dataSource.getRepository(SessionEntity)
  }
}
