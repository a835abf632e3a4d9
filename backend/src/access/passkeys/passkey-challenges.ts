import { randomBytes } from 'node:crypto'
import { Injectable } from '@nestjs/common'
import { Database } from '../../platform/database/database.js'
import type { Caller } from '../../platform/http/caller.js'

/** What a challenge may be answered for. */
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

/** Of challenges that may still be answered, for this, by whom they were given to. The values begin with the four of `given`. */
const STILL_GOOD = `
  challenge = $1::text and purpose = $2::text and user_id is not distinct from $3::uuid and session_id is not distinct from $4::uuid
  and expires_at > now()`

const TAKE = { name: 'take-passkey-challenge', text: `delete from passkey_challenges where ${STILL_GOOD} returning challenge` }
const LOOK = { name: 'find-passkey-challenge', text: `select challenge from passkey_challenges where ${STILL_GOOD}` }

/** Whom a challenge is for: nobody known yet, or a session. */
type ChallengeHolder = Caller | null

const given = (challenge: string, purpose: ChallengePurpose, holder: ChallengeHolder) => [
  challenge,
  purpose,
  holder?.accountId ?? null,
  holder?.sessionId ?? null,
]

/** What devices are asked to sign: random, kept for five minutes in Postgres, so that any process may be answered, and good once. */
@Injectable()
export class PasskeyChallenges {
  constructor(private readonly database: Database) {}

  /** A new challenge, in base64url. */
  async give(purpose: ChallengePurpose, holder: ChallengeHolder): Promise<string> {
    const challenge = randomBytes(CHALLENGE_BYTES).toString('base64url')
    await this.database.rows(GIVE, given(challenge, purpose, holder))
    return challenge
  }

  /** Uses a challenge up; false where it was given for something else or to others, used, or is too old. */
  async take(challenge: string, purpose: ChallengePurpose, holder: ChallengeHolder): Promise<boolean> {
    return (await this.database.rows(TAKE, given(challenge, purpose, holder))).length === 1
  }

  /** Whether `take` would; what comes with events takes it in their transaction. */
  async isGood(challenge: string, purpose: ChallengePurpose, holder: ChallengeHolder): Promise<boolean> {
    return (await this.database.rows(LOOK, given(challenge, purpose, holder))).length === 1
  }
}
