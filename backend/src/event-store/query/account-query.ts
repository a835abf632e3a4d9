import { Query, QueryHandler } from '@nestjs/cqrs'
import type { AccountKeys } from '../../platform/crypto/account-keys.js'
import type { ConnectionPool, Queryable } from '../../platform/database/connection-pool.js'
import type { Database } from '../../platform/database/database.js'
import type { Replica } from './replica.js'
import { PositionedRows } from './positioned-rows.js'
import { PositionedResult } from './positioned-result.js'

/** What questions are asked of. */
export interface QueryContext extends Pick<Database, 'rows' | 'clock'> {
  /**
   * For what no position of a log changes, such as the events below one. Where a question already has a connection it is that one:
   * questions that held one while they waited for a second would wait for each other. It only reads.
   */
  pool: Queryable
  /** Whether that is a replica: a question for the primary alone throws `NeedsPrimary`. */
  isReplica?: boolean
}

/** A question to what is stored of an account; each one knows its own SQL. */
export abstract class AccountQuery<Answer> extends Query<PositionedResult<Answer>> {
  abstract readonly accountId: string
  /** Whether the primary alone answers it: it changes by what nobody is told a position of, as by a link in a mail. */
  readonly isForPrimary: boolean = false

  /** Asks only what the position of the log decides. @param keys for what lies sealed; read models hold their texts in clear */
  abstract answer(asked: QueryContext, keys: AccountKeys): Promise<Answer>

  /** Follows the answer, on the primary and outside of its snapshot: stores what was computed for it. It never rejects. */
  finish?(database: Database, keys: AccountKeys): Promise<void>
}

/** Two questions about one account, answered as of the same position. */
export class AccountQueryPair<One, Other> extends AccountQuery<[One, Other]> {
  readonly accountId: string

  constructor(
    readonly one: AccountQuery<One>,
    readonly other: AccountQuery<Other>,
  ) {
    super()
    this.accountId = one.accountId
  }

  answer(asked: QueryContext, keys: AccountKeys): Promise<[One, Other]> {
    return Promise.all([this.one.answer(asked, keys), this.other.answer(asked, keys)])
  }

  override async finish(database: Database, keys: AccountKeys): Promise<void> {
    await Promise.all([this.one.finish?.(database, keys), this.other.finish?.(database, keys)])
  }
}

/** The one place questions pass through: each answer comes with the position it reflects. */
@QueryHandler(AccountQuery)
export class AccountQueryHandler {
  constructor(
    private readonly database: Database,
    private readonly keys: AccountKeys,
    private readonly replica: Replica | null = null,
  ) {}

  async execute<Answer>(question: AccountQuery<Answer>): Promise<PositionedResult<Answer>> {
    const replica = question.isForPrimary ? null : this.replica
    const lagging = await replica?.read(async (on, isEnough) => {
      const seen = await this.#answerOn(on, question)
      return isEnough(seen.position) ? seen : null
    })
    const seen = lagging ?? (await this.#answerOn(this.database, question))
    if (question.finish) await question.finish(this.database, this.keys)
    return seen
  }

  async #answerOn<Answer>(server: ConnectionPool, question: AccountQuery<Answer>): Promise<PositionedResult<Answer>> {
    const seen = await this.#tryAnswer(question, server, server, server.pool)
    if (seen) return seen
    // The log went on between its statements: they are asked again, all of one moment.
    const again = await server.inSnapshot((moment) => this.#tryAnswer(question, server, moment, moment))
    if (!again) throw new Error('A snapshot answered two positions')
    return again
  }

  /** The answer, if all statements it took are of one position. */
  async #tryAnswer<Answer>(
    question: AccountQuery<Answer>,
    server: ConnectionPool,
    on: Pick<ConnectionPool, 'lists'>,
    pool: Queryable,
  ): Promise<PositionedResult<Answer> | null> {
    const positioned = new PositionedRows(on, question.accountId)
    const { rows } = positioned
    const asked = { rows, clock: this.database.clock, pool, isReplica: server !== this.database }
    try {
      const answer = await question.answer(asked, this.keys)
      return positioned.isConsistent ? new PositionedResult(answer, positioned.position) : null
    } catch (failure) {
      // What was read of two moments may contradict itself.
      if (positioned.isConsistent) throw failure
      return null
    }
  }
}
