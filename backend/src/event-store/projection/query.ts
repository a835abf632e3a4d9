import { Query, QueryHandler } from '@nestjs/cqrs'
import type { AccountKeys } from '../../platform/crypto/account-keys.js'
import type { Database } from '../../platform/database/database.js'

/** A question to what is stored; each one knows its own SQL. */
export abstract class Ask<Answer> extends Query<Answer> {
  /** @param keys for what lies sealed; read models hold their texts in clear */
  abstract answer(database: Database, keys: AccountKeys): Promise<Answer>
}

/** The one place questions pass through. */
@QueryHandler(Ask)
export class Answering {
  constructor(
    private readonly database: Database,
    private readonly keys: AccountKeys,
  ) {}

  execute<Answer>(question: Ask<Answer>): Promise<Answer> {
    return question.answer(this.database, this.keys)
  }
}
