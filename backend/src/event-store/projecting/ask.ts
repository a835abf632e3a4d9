import { Query, QueryHandler } from '@nestjs/cqrs'
import type { Database } from '../../platform/database/database.js'

/** A question to the read models; each one knows its own SQL. */
export abstract class Ask<Answer> extends Query<Answer> {
  abstract answer(database: Database): Promise<Answer>
}

/** The one place questions pass through. */
@QueryHandler(Ask)
export class Answering {
  constructor(private readonly database: Database) {}

  execute<Answer>(question: Ask<Answer>): Promise<Answer> {
    return question.answer(this.database)
  }
}
