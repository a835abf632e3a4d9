import { Inject, Injectable } from '@nestjs/common'
import { CommandBus } from '@nestjs/cqrs'
import { identityTexts } from '@prumo/shared/identity-texts'
import { Rejected } from '@prumo/shared/rejections'
import { recordSpentGrace } from '../access/spent-graces.js'
import { UserEntity } from '../access/user.entity.js'
import { LOG_READING, type LogReading } from '../event-store/log-reading.js'
import { Passwords } from '../platform/crypto/passwords.js'
import { ServerKeys } from '../platform/crypto/server-keys.js'
import { Database } from '../platform/database/database.js'
import { eraseAccount } from './account-ending.js'
import { sealAddress } from './farewell-mail.worker.js'

/** Erases accounts on their person's request. */
@Injectable()
export class Erasures {
  constructor(
    private readonly commands: CommandBus,
    private readonly database: Database,
    private readonly passwords: Passwords,
    private readonly serverKeys: ServerKeys,
    @Inject(LOG_READING) private readonly reading: LogReading,
  ) {}

  /** Erases the account and ends all its sessions. Rejects with VALIDATION for a wrong password. */
  async erase(accountId: string, password: string, from: string): Promise<void> {
    const known = await this.database.dataSource.getRepository(UserEntity).findOneBy({ id: accountId })
    if (!known) throw new Rejected('UNAUTHENTICATED')
    if (!(await this.passwords.matches(known.passwordHash, password, from))) {
      throw new Rejected('VALIDATION', identityTexts.wrongCurrentPassword, { password: [identityTexts.wrongCurrentPassword] })
    }
    const sealedAddress = await sealAddress(this.serverKeys, accountId, known.email)
    const kept = [recordSpentGrace(this.reading.keys, known.email)]
    await this.commands.execute(eraseAccount({ accountId, actor: accountId, source: 'app' }, sealedAddress, kept))
  }
}
