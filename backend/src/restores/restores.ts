import { Inject, Injectable } from '@nestjs/common'
import { CommandBus } from '@nestjs/cqrs'
import { isWhole, recordsOf } from '@prumo/shared/copy-sums'
import { Rejected } from '@prumo/shared/rejections'
import type { AccountCopy, Restore, RestoreAnswer } from '@prumo/shared/restore'
import { restoreTexts } from '@prumo/shared/restore-rules'
import { v7 as newId } from 'uuid'
import type { CommandContext, CommandOutcome } from '../event-store/decider/command.js'
import { findStoredReply } from '../event-store/write-path/idempotency.js'
import { LOG_READING, type LogReading } from '../event-store/log-reading.js'
import { loadAccountKey } from '../event-store/keys/stored-keys.js'
import type { DataKey } from '../platform/crypto/account-keys.js'
import { Database } from '../platform/database/database.js'
import { canonicalHash } from '../platform/http/canonical-json.js'
import { sealAttachments } from './copied-attachments.js'
import { beginRestore } from './restore-commands.js'
import { itemsOf } from './copy-items.js'
import { findKeptCopy, openProblems, resume, sealPortions, type KeptCopy } from './kept-copies.js'

/** Accepts copies of accounts and reports their progress. */
@Injectable()
export class Restores {
  constructor(
    private readonly commands: CommandBus,
    private readonly database: Database,
    @Inject(LOG_READING) private readonly reading: LogReading,
  ) {}

  /**
   * Starts to restore a copy. The same file again, from any device, is the same restore until it is complete, and
   * resumes a failed one. Rejects with VALIDATION for an inconsistent copy, and with CONFLICT for an account that is
   * not empty or has another restore under way.
   */
  async begin(context: CommandContext, copy: AccountCopy): Promise<CommandOutcome<RestoreAnswer> | RestoreAnswer> {
    if (!isWhole(copy)) throw new Rejected('VALIDATION', restoreTexts.changed)
    const { accountId } = context
    const key = await loadAccountKey(this.database, this.reading.keys, accountId)
    // Before the check for a running restore, which would not mark the answer as replayed.
    const replayed = await findStoredReply<RestoreAnswer>(this.database, context, key)
    if (replayed) return replayed
    const file = key.fingerprint(`restore\n${await canonicalHash(copy)}`)
    const before = await this.#resumeExisting(accountId, key, { file, copy })
    if (before) return before
    const id = newId()
    const portions = await sealPortions(key, accountId, id, await itemsOf(copy))
    const attachments = await sealAttachments(key, accountId, id, copy)
    const kept = { accountId, id, file, portions, attachments, total: recordsOf(copy) }
    try {
      return await this.commands.execute(beginRestore(context, kept, copy))
    } catch (refusal) {
      if (!(refusal instanceof Rejected) || refusal.code !== 'CONFLICT') throw refusal
      // A concurrent request with the same file started it.
      const meanwhile = await this.#resumeExisting(accountId, key, { file, copy })
      if (meanwhile) return meanwhile
      throw refusal
    }
  }

  /** The progress of a restore. Rejects with NOT_FOUND for an unknown or deleted one. */
  async find(accountId: string, id: string): Promise<RestoreAnswer> {
    const kept = await findKeptCopy(this.database, accountId)
    if (kept?.id !== id) throw new Rejected('NOT_FOUND')
    return { restore: toRestore(kept, await loadAccountKey(this.database, this.reading.keys, accountId), accountId) }
  }

  /** The restore of the same file if one is running; resumes it if it failed. */
  async #resumeExisting(
    accountId: string,
    key: DataKey,
    { file, copy }: { file: Buffer; copy: AccountCopy },
  ): Promise<RestoreAnswer | null> {
    const kept = await findKeptCopy(this.database, accountId)
    if (!kept || kept.isEnded || !kept.file.equals(file)) return null
    if (kept.isUnderWay) return { restore: toRestore(kept, key, accountId) }
    if (kept.done === 0) return null
    await resume(this.database, accountId, kept.id, await sealPortions(key, accountId, kept.id, await itemsOf(copy)))
    return { restore: { ...toRestore(kept, key, accountId), state: 'running', problems: [] } }
  }
}

function toRestore(kept: KeptCopy, key: DataKey, accountId: string): Restore {
  const { id, total, done, attachments } = kept
  return {
    id,
    state: kept.isEnded ? 'done' : kept.isUnderWay ? 'running' : 'failed',
    total,
    done,
    attachments,
    problems: problemsOf(kept, key, accountId),
  }
}

function problemsOf(kept: KeptCopy, key: DataKey, accountId: string): Restore['problems'] {
  try {
    return openProblems(key, accountId, kept)
  } catch {
    return [{ at: '', reason: restoreTexts.unreadable }]
  }
}
