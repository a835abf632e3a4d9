import { Query, QueryHandler } from '@nestjs/cqrs'
import type { AccountKeys } from '../../platform/crypto/account-keys.js'
import type { Database } from '../../platform/database/database.js'
import { PositionedRows } from './positioned-rows.js'
import { Seen } from './seen.js'

/** What questions are asked of. The pool is for what no position of a log changes, such as the events below one. */
export type Asked = Pick<Database, 'rows' | 'clock' | 'pool'>

/** A question to what is stored of an account; each one knows its own SQL. */
export abstract class Ask<Answer> extends Query<Seen<Answer>> {
  abstract readonly accountId: string

  /** Asks only what the position of the log decides. @param keys for what lies sealed; read models hold their texts in clear */
  abstract answer(asked: Asked, keys: AccountKeys): Promise<Answer>
}

/** Two questions about one account, answered as of the same position. */
export class AskBoth<One, Other> extends Ask<[One, Other]> {
  readonly accountId: string

  constructor(
    readonly one: Ask<One>,
    readonly other: Ask<Other>,
  ) {
    super()
    this.accountId = one.accountId
  }

  answer(asked: Asked, keys: AccountKeys): Promise<[One, Other]> {
    return Promise.all([this.one.answer(asked, keys), this.other.answer(asked, keys)])
  }
}

/** The one place questions pass through: each answer comes with the position it reflects. */
@QueryHandler(Ask)
export class Answering {
  constructor(
    private readonly database: Database,
    private readonly keys: AccountKeys,
  ) {}

  async execute<Answer>(question: Ask<Answer>): Promise<Seen<Answer>> {
    const seen = await this.#askedOf(question, this.database)
    if (seen) return seen
    // The log went on between its statements: they are asked again, all of one moment.
    const again = await this.database.atOneMoment((moment) => this.#askedOf(question, moment))
    if (!again) throw new Error('A snapshot answered two positions')
    return again
  }

  /** The answer, if all statements it took are of one position. */
  async #askedOf<Answer>(question: Ask<Answer>, on: Pick<Database, 'lists'>): Promise<Seen<Answer> | null> {
    const { clock, pool } = this.database
    const positioned = new PositionedRows(on, question.accountId)
    try {
      const answer = await question.answer({ rows: positioned.rows, clock, pool }, this.keys)
      return positioned.areOfOneMoment ? new Seen(answer, positioned.position) : null
    } catch (failure) {
      // What was read of two moments may contradict itself.
      if (positioned.areOfOneMoment) throw failure
      return null
    }
  }
}
