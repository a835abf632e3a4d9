import type { CalendarDate } from '@prumo/shared/calendar'
import { GUEST_LINK_DAYS } from '@prumo/shared/limits'
import { OUTBOX_INSERT, outboxValues } from '../jobs/outbox.js'
import type { Settings } from '../platform/config/settings.js'
import { LinkTokens } from '../platform/crypto/link-tokens.js'
import type { SqlStatement } from '../platform/database/connection-pool.js'
import type { Write } from '../event-store/stream/commit.js'

export const GUEST_LINK_MAIL = 'guest-link-mail'

/** The page that a link leads to. */
const PAGE = '/convite'

export function guestTokens({ jwtSecrets }: Settings): LinkTokens {
  return new LinkTokens(jwtSecrets, 'prumo-guest-link')
}

/** The mailed link. The token is the fragment, which browsers send to no server and no referrer contains. */
export function guestLink(settings: Settings, id: string): string {
  return `${guestPage(settings)}#${guestTokens(settings).of(id)}`
}

/** Where a guest asks for another link. */
export function guestPage({ publicUrl }: Settings): string {
  return `${publicUrl}${PAGE}`
}

const LIFETIME = `now() + interval '${GUEST_LINK_DAYS} days'`

/** Stores the link of an invitation with the job that mails it, in the append of the invitation. */
export function insertLink(accountId: string, grantId: string, id: string, onDurable: () => void): Write {
  return {
    name: 'append-guest-link',
    text: `
      with kept as (
        insert into guest_links (id, account_id, grant_id, expires_at) values ($4::uuid, $5::uuid, $6::uuid, ${LIFETIME})
      ) ${OUTBOX_INSERT}`,
    values: [...outboxValues({ kind: GUEST_LINK_MAIL, subject: id, accountId }), id, accountId, grantId],
    onDurable,
  }
}

// One statement stores the request with its job. An unknown e-mail, or one above its limit of mails, writes the same rows and a
// job that does nothing, so that the answer takes the same time.
export const REQUEST_LINK: SqlStatement = {
  name: 'request-guest-link',
  text: `
    with ended as (
      delete from guest_links where id = any(array(
        select id from guest_links where expires_at < now() limit 10 for update skip locked))
    ), asked as (
      insert into guest_links (id, account_id, grant_id, expires_at)
      select $4::uuid, g.account_id, g.id, ${LIFETIME}
      from (values ($5::bytea)) as asked(fingerprint) left join lateral (
        select account_id, id from guest_grants
        where fingerprint = asked.fingerprint and $6::boolean and (until is null or until >= $7::date)
        order by created_at desc, id desc limit 1
      ) g on true
    )
    ${OUTBOX_INSERT}`,
}

/** The values of `REQUEST_LINK`. @param isMailed false above the limit of mails */
export function requestValues(id: string, fingerprint: Buffer, isMailed: boolean, today: CalendarDate): unknown[] {
  return [...outboxValues({ kind: GUEST_LINK_MAIL, subject: id }), id, fingerprint, isMailed, today]
}

/** Uses up a link together with its effect. Fails the transaction if it was used, voided or has expired meanwhile. */
export function useUpLink(id: string): Write {
  return {
    name: 'append-used-guest-link',
    text: `
      with used as (delete from guest_links where id = $1::uuid and expires_at > now() returning id)
      select case when exists (select 1 from used) then $1::uuid else refuse_email_link() end`,
    values: [id],
  }
}
