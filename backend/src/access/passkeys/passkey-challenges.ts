import { randomBytes } from 'node:crypto'
import { Injectable } from '@nestjs/common'
import { Database } from '../../platform/database/database.js'
import type { Caller } from '../../platform/http/caller.js'

/** What answering a challenge does. */
type ChallengePurpose = 'add' | 'login' | 'confirm'

const CHALLENGE_BYTES = 32

const GIVE = {
  name: 'give-passkey-challenge',
  text: `
    with ended as (
      delete from passkey_challenges where challenge = any(array(
        select challenge from passkey_challenges where expires_at < now() limit 10 for update skip locked))
    )
    insert into passkey_challenges (challenge, purpose, user_id, session_id, expires_at)
    values ($1, $2, $3, $4, now() + interval '5 minutes')`,
}

/** Matches an unexpired challenge of this purpose and holder. Its parameters are those of `keyOf`. */
const STILL_GOOD = `
  challenge = $1::text and purpose = $2::text and user_id is not distinct from $3::uuid and session_id is not distinct from $4::uuid
  and expires_at > now()`

const TAKE = { name: 'take-passkey-challenge', text: `delete from passkey_challenges where ${STILL_GOOD} returning challenge` }
const LOOK = { name: 'find-passkey-challenge', text: `select challenge from passkey_challenges where ${STILL_GOOD}` }

/** The session that asked for a challenge; null for a login. */
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
  async give(purpose: ChallengePurpose, holder: ChallengeHolder): Promise<string> {
    const challenge = randomBytes(CHALLENGE_BYTES).toString('base64url')
    await this.database.rows(GIVE, keyOf(challenge, purpose, holder))
    return challenge
  }

  /** Uses up a challenge; false if it is used, expired or of another purpose or holder. */
  async take(challenge: string, purpose: ChallengePurpose, holder: ChallengeHolder): Promise<boolean> {
    return (await this.database.rows(TAKE, keyOf(challenge, purpose, holder))).length === 1
  }

  /** Whether `take` would succeed; appends take the challenge in their own transaction. */
  async isGood(challenge: string, purpose: ChallengePurpose, holder: ChallengeHolder): Promise<boolean> {
    return (await this.database.rows(LOOK, keyOf(challenge, purpose, holder))).length === 1
  }
}
