import { Injectable } from '@nestjs/common'
import { CommandBus } from '@nestjs/cqrs'
import { isRejected } from '@prumo/shared/rejections'
import { ExecuteCommand, createPart } from '../event-store/decider/command.js'
import type { Write } from '../event-store/stream/commit.js'
import { Database } from '../platform/database/database.js'
import { violated } from '../platform/database/sqlstate.js'
import { passkeyDecider } from './passkeys/passkey.decider.js'

/** How often to retry because a passkey was added or removed meanwhile. */
const ATTEMPTS = 5
const CHANGED = 'passkeys_changed'

// Without a confirmed e-mail every passkey is stale: no person has proved to own the address yet.
const FIND = {
  name: 'find-stale-passkeys',
  text: `
    select p.id, p.name, v.verified_at is null or p.created_at <= v.verified_at as "isStale"
    from passkeys p left join verified_emails v on v.account_id = $1::uuid where p.user_id = $1::uuid order by p.created_at, p.id`,
}

interface FoundPasskey {
  id: string
  name: string
  isStale: boolean
}

/** How many passkeys a password reset removed and kept. */
export interface RevokedPasskeyCounts {
  removed: number
  kept: number
}

/** Revokes the access to an account after its person has proved to own the e-mail. */
@Injectable()
export class AccessRevocations {
  constructor(
    private readonly commands: CommandBus,
    private readonly database: Database,
  ) {}

  /**
   * Ends every session and removes the passkeys added before the e-mail was confirmed: another person, who registered
   * the account with this e-mail, may have added them. Runs in one transaction with `writesOf`.
   * @param writesOf further writes; the `users` row must come first, because it blocks logins
   */
  async revoke(accountId: string, writesOf: (passkeys: RevokedPasskeyCounts) => Promise<readonly Write[]>): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#revokeOnce(accountId, writesOf)
      } catch (failure) {
        if (attempt === ATTEMPTS || !isChanged(failure)) throw failure
      }
    }
  }

  async #revokeOnce(accountId: string, writesOf: (passkeys: RevokedPasskeyCounts) => Promise<readonly Write[]>): Promise<void> {
    const found = await this.database.rows<FoundPasskey>(FIND, [accountId])
    const stale = found.filter(({ isStale }) => isStale)
    const kept = found.filter(({ isStale }) => !isStale).map(({ id }) => id)
    const writes: Write[] = [
      ...(await writesOf({ removed: stale.length, kept: kept.length })),
      deleteChallenges(accountId),
      deletePasskeys(accountId, stale),
      requireUnchangedPasskeys(accountId, kept),
      deleteSessions(accountId),
    ]
    const [first, ...others] = stale.map(({ id, name }) => ({ id, command: { type: 'RemovePasskey' as const, name } }))
    if (!first) return this.#write(writes)
    await this.commands.execute(
      ExecuteCommand.of(
        { accountId, actor: accountId, source: 'app' },
        {
          decider: passkeyDecider,
          entityId: first.id,
          command: first.command,
          parts: others.map(({ id, command }) => createPart(passkeyDecider, id, command)),
          reply: () => null,
          alongside: writes,
        },
      ),
    )
  }

  /** Runs the writes without an event. */
  async #write(writes: readonly Write[]): Promise<void> {
    await this.database.transaction(async (client) => {
      for (const { name, text, values } of writes) await client.query({ name, text, values: [...values] })
    })
    for (const { onDurable } of writes) onDurable?.()
  }
}

/** Whether a passkey was added or removed since they were read. */
function isChanged(failure: unknown): boolean {
  return violated(failure) === CHANGED || isRejected(failure, 'NOT_FOUND')
}

/** A concurrent addition of a passkey waits for this write, and is then refused because its challenge is gone. */
function deleteChallenges(accountId: string): Write {
  return {
    name: 'append-ended-challenges',
    text: `delete from passkey_challenges where user_id = $1::uuid`,
    values: [accountId],
  }
}

function deletePasskeys(accountId: string, stale: readonly FoundPasskey[]): Write {
  return {
    name: 'append-removed-passkeys',
    text: `delete from passkeys where user_id = $1::uuid and id = any($2::uuid[])`,
    values: [accountId, listOf(stale.map(({ id }) => id))],
  }
}

/** Fails the transaction if a passkey was added since they were read. */
function requireUnchangedPasskeys(accountId: string, kept: readonly string[]): Write {
  return {
    name: 'append-unchanged-passkeys',
    text: `
      select case when exists (select 1 from passkeys where user_id = $1::uuid and id <> all($2::uuid[]))
        then refuse_passkey('${CHANGED}') end`,
    values: [accountId, listOf(kept)],
  }
}

/** After the passkeys, so that it includes a session which one of them is starting at this moment. */
function deleteSessions(accountId: string): Write {
  return {
    name: 'append-ended-sessions',
    text: `delete from sessions where user_id = $1::uuid`,
    values: [accountId],
  }
}

/** A Postgres array of ids. */
function listOf(ids: readonly string[]): string {
  return `{${ids.join()}}`
}
