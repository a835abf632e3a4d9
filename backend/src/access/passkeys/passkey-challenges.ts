import { randomBytes } from 'node:crypto'
import { Injectable } from '@nestjs/common'
import { Database } from '../../platform/database/database.js'
import type { Caller } from '../../platform/http/caller.js'

/** What the answer to a challenge is for: adding a passkey, a login, or confirming the identity. */
type ChallengePurpose = 'add' | 'login' | 'confirm'

const CHALLENGE_BYTES = 32

const ISSUE = {
  name: 'issue-passkey-challenge',
  text: `
    with ended as (
      delete from passkey_challenges where challenge = any(array(
        select challenge from passkey_challenges where expires_at < now() limit 10 for update skip locked))
    )
    insert into passkey_challenges (challenge, purpose, user_id, session_id, expires_at)
    values ($1, $2, $3, $4, now() + interval '5 minutes')`,
}

/** Matches an unexpired challenge of this purpose and holder. Its parameters are those of `keyOf`. */
const IS_VALID = `
  challenge = $1::text and purpose = $2::text and user_id is not distinct from $3::uuid and session_id is not distinct from $4::uuid
  and expires_at > now()`

const CONSUME = { name: 'consume-passkey-challenge', text: `delete from passkey_challenges where ${IS_VALID} returning challenge` }
const FIND = { name: 'find-passkey-challenge', text: `select challenge from passkey_challenges where ${IS_VALID}` }

/** The session that requested a challenge; null for a login. */
type ChallengeHolder = Caller | null

const keyOf = (challenge: string, purpose: ChallengePurpose, holder: ChallengeHolder) => [
  challenge,
  purpose,
  holder?.accountId ?? null,
  holder?.sessionId ?? null,
]

/**
 * Random challenges for devices to sign. Stored in Postgres for five minutes, so that any process can verify the
 * answer; each is valid once.
 */
@Injectable()
export class PasskeyChallenges {
  constructor(private readonly database: Database) {}

  /** A new challenge, in base64url. */
  async issue(purpose: ChallengePurpose, holder: ChallengeHolder): Promise<string> {
    const challenge = randomBytes(CHALLENGE_BYTES).toString('base64url')
    await this.database.rows(ISSUE, keyOf(challenge, purpose, holder))
    return challenge
  }

  /** Deletes a challenge, so that it is valid once; false if it is used, expired or of another purpose or holder. */
  async consume(challenge: string, purpose: ChallengePurpose, holder: ChallengeHolder): Promise<boolean> {
    return (await this.database.rows(CONSUME, keyOf(challenge, purpose, holder))).length === 1
  }

  /** Whether `consume` would succeed; an append consumes the challenge in its own transaction. */
  async isValid(challenge: string, purpose: ChallengePurpose, holder: ChallengeHolder): Promise<boolean> {
    return (await this.database.rows(FIND, keyOf(challenge, purpose, holder))).length === 1
  }
}
