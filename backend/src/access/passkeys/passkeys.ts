import { Injectable } from '@nestjs/common'
import { CommandBus, QueryBus } from '@nestjs/cqrs'
import { passkeyTexts } from '@prumo/shared/passkey-texts'
import type { NewPasskey, PasskeyAnswer, Passkey as ShownPasskey } from '@prumo/shared/passkeys'
import { Rejected } from '@prumo/shared/rejections'
import { securityNotice } from '@prumo/shared/security-notice'
import { v7 as newId } from 'uuid'
import { ExecuteCommand, type CommandOutcome } from '../../event-store/decider/command.js'
import type { Write } from '../../event-store/stream/commit.js'
import { FindUser } from '../../identity/account-profile.projection.js'
import { WaitingMails } from '../../jobs/waiting-mails.js'
import { Settings } from '../../platform/config/settings.js'
import { Database } from '../../platform/database/database.js'
import { violated } from '../../platform/database/sqlstate.js'
import type { Caller } from '../../platform/http/caller.js'
import type { HttpCommandContext } from '../../platform/http/command-request.js'
import { UserEntity } from '../user.entity.js'
import { PasskeyChallenges } from './passkey-challenges.js'
import { passkeyDecider, toPasskey } from './passkey.decider.js'
import { PasskeyEntity } from './passkey.entity.js'
import { challengeIn, RelyingParty } from './relying-party.js'

/** The passkeys of an account. A passkey signs in to it, in addition to the password, which cannot be removed. */
@Injectable()
export class Passkeys {
  constructor(
    private readonly commands: CommandBus,
    private readonly questions: QueryBus,
    private readonly database: Database,
    private readonly challenges: PasskeyChallenges,
    private readonly relyingParty: RelyingParty,
    private readonly mails: WaitingMails,
    private readonly settings: Settings,
  ) {}

  /** An account's passkeys, oldest first. */
  async list(accountId: string): Promise<ShownPasskey[]> {
    return (await this.#passkeysOf(accountId)).map(toShownPasskey)
  }

  /** The options for creating a passkey on a device. */
  async creationOptions(caller: Caller) {
    const { answer: user } = await this.questions.execute(new FindUser(caller.accountId))
    return this.relyingParty.creationOptions(await this.challenges.issue('add', caller), user, await this.#passkeysOf(caller.accountId))
  }

  /** The options for signing a challenge: by a passkey of the caller, or by any for a login. */
  async requestOptions(caller: Caller | null) {
    const challenge = await this.challenges.issue(caller ? 'confirm' : 'login', caller)
    return this.relyingParty.requestOptions(challenge, caller ? await this.#passkeysOf(caller.accountId) : undefined)
  }

  /**
   * Adds the passkey that a device created. Rejects with VALIDATION for an invalid response, and with CONFLICT for a
   * known passkey or too many.
   */
  async add(request: HttpCommandContext, { sessionId }: Caller, { name, ...response }: NewPasskey): Promise<CommandOutcome<PasskeyAnswer>> {
    const { accountId } = request
    const holder = { accountId, sessionId }
    const challenge = challengeIn({ response: response.response }) ?? ''
    const made = await this.relyingParty.verifyRegistration({ ...response, name })
    if (!made) throw new Rejected('VALIDATION', passkeyTexts.notAdded)
    const [isChallengeValid, all, isKnown] = await Promise.all([
      this.challenges.isValid(challenge, 'add', holder),
      this.#passkeysOf(accountId),
      this.database.dataSource.getRepository(PasskeyEntity).existsBy({ credentialId: made.credentialId }),
    ])
    const id = newId()
    const command = ExecuteCommand.of(request, {
      decider: passkeyDecider,
      entityId: id,
      // Read before the command, so that a repeat under its idempotency key gets its first answer, and other appends of
      // the batch need no retry.
      command: { type: 'AddPasskey' as const, name, isChallengeValid, isKnown, others: all.length },
      reply: (state) => ({ passkey: toPasskey(state) }),
      alongside: [
        deleteChallenge([challenge, 'add', accountId, sessionId]),
        insertRow(accountId, { id, name, ...made }),
        await this.#notice(accountId, 'Nova chave de acesso', `Uma chave de acesso, "${name}", agora abre sua conta no Prumo.`),
      ],
    })
    return this.commands.execute(command).catch((failure: unknown) => Promise.reject(refusalIn(failure)))
  }

  /** Renames a passkey. Rejects with NOT_FOUND. */
  async rename(accountId: string, id: string, name: string): Promise<ShownPasskey> {
    const passkeys = this.database.dataSource.getRepository(PasskeyEntity)
    await passkeys.update({ userId: accountId, id }, { name })
    const renamed = await passkeys.findOneBy({ userId: accountId, id })
    if (!renamed) throw new Rejected('NOT_FOUND')
    return toShownPasskey(renamed)
  }

  /** Removes a passkey, which can then no longer sign in. Rejects with NOT_FOUND. */
  async remove(request: HttpCommandContext, id: string): Promise<CommandOutcome<null>> {
    const { accountId } = request
    const known = await this.database.dataSource.getRepository(PasskeyEntity).findOneBy({ userId: accountId, id })
    return this.commands.execute(
      ExecuteCommand.of(request, {
        decider: passkeyDecider,
        entityId: id,
        // The decider rejects a passkey that has no row because it was removed before.
        command: { type: 'RemovePasskey' as const, name: known?.name ?? '' },
        reply: () => null,
        alongside: [
          deleteRow(accountId, id),
          await this.#notice(
            accountId,
            'Chave de acesso removida',
            `A chave de acesso "${known?.name ?? ''}" foi removida e não abre mais sua conta.`,
          ),
        ],
      }),
    )
  }

  /** The mail about an added or removed passkey. */
  async #notice(accountId: string, subject: string, happened: string): Promise<Write> {
    const { email } = await this.database.dataSource.getRepository(UserEntity).findOneByOrFail({ id: accountId })
    const mail = securityNotice({ to: email, subject, happened, at: this.database.clock.now(), publicUrl: this.settings.publicUrl })
    return this.mails.statement(accountId, mail)
  }

  #passkeysOf(accountId: string): Promise<PasskeyEntity[]> {
    return this.database.dataSource
      .getRepository(PasskeyEntity)
      .find({ where: { userId: accountId }, order: { createdAt: 'asc', id: 'asc' } })
  }
}

function toShownPasskey({ id, name, createdAt, lastUsedAt }: PasskeyEntity): ShownPasskey {
  return { id, name, createdAt: createdAt.toISOString(), lastUsedAt: lastUsedAt?.toISOString() ?? null }
}

type NewPasskeyRow = Pick<PasskeyEntity, 'id' | 'name' | 'credentialId' | 'publicKey' | 'counter' | 'transports'>

/** Uses up the challenge with the new passkey. Of two answers to one challenge, the second one's append fails. */
function deleteChallenge(challenge: readonly unknown[]): Write {
  return {
    name: 'append-used-challenge',
    text: `
      with used as (
        delete from passkey_challenges where challenge = $1::text and purpose = $2::text and user_id = $3::uuid and session_id = $4::uuid
          and expires_at > now()
        returning challenge
      )
      select case when not exists (select 1 from used) then refuse_passkey('passkey_challenge') end`,
    values: challenge,
  }
}

/** Inserts the new passkey. Of two inserts of one credential, the second one's append fails. */
function insertRow(accountId: string, { id, name, credentialId, publicKey, counter, transports }: NewPasskeyRow): Write {
  return {
    name: 'append-passkey',
    text: `
      insert into passkeys (user_id, id, name, credential_id, public_key, counter, transports, created_at)
      select $1::uuid, $2::uuid, $3::text, $4::text, $5::bytea, $6::bigint, $7::text,
        (select recorded_at from account_heads where account_id = $1::uuid)
      on conflict on constraint passkeys_credential_unique do update set name = refuse_known_passkey(excluded.name)`,
    values: [accountId, id, name, credentialId, publicKey, counter, transports.join()],
  }
}

function deleteRow(accountId: string, id: string): Write {
  return {
    name: 'append-removed-passkey',
    text: `delete from passkeys where user_id = $1::uuid and id = $2::uuid`,
    values: [accountId, id],
  }
}

/** Translates the failure of an append that added a passkey; returns other failures unchanged. */
function refusalIn(failure: unknown): unknown {
  if (violated(failure) === 'passkey_challenge') return new Rejected('VALIDATION', passkeyTexts.notAdded)
  return violated(failure) === 'passkeys_credential_unique' ? new Rejected('CONFLICT', passkeyTexts.known) : failure
}
