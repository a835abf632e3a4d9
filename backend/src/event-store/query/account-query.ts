import { Query, QueryHandler } from '@nestjs/cqrs'
import type { AccountKeys } from '../../platform/crypto/account-keys.js'
import type { ConnectionPool, Queryable } from '../../platform/database/connection-pool.js'
import type { Database } from '../../platform/database/database.js'
import type { Replica } from './replica.js'
import { PositionedRows } from './positioned-rows.js'
import { PositionedResult } from './positioned-result.js'

/** The connection and clock that a query runs with. */
export interface QueryContext extends Pick<Database, 'rows' | 'clock'> {
  /**
   * For reads that no position changes, such as events below one. If the query already holds a connection, it is that one:
   * queries that held one connection while waiting for another would deadlock. Read only.
   */
  pool: Queryable
  /** Whether the pool is a replica; a query that needs the primary then throws `NeedsPrimary`. */
  isReplica?: boolean
}

/** A query of one account's stored data; each query has its own SQL. */
export abstract class AccountQuery<Answer> extends Query<PositionedResult<Answer>> {
  abstract readonly accountId: string
  /** Whether only the primary can answer: the answer also depends on changes outside the log, such as a followed link of a mail. */
  readonly isForPrimary: boolean = false

  /** Reads only data that the log position determines. @param keys for sealed data; read models hold clear text */
  abstract answer(asked: QueryContext, keys: AccountKeys): Promise<Answer>

  /** Runs after the answer, on the primary and outside of its snapshot, to store what was computed. Never rejects. */
  finish?(database: Database, keys: AccountKeys): Promise<void>
}

/** Two queries of one account, answered at the same position. */
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

/** Executes every query, and returns each answer with the position it reflects. */
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
    // The log changed between its statements: repeat them in one snapshot.
    const again = await server.inSnapshot((moment) => this.#tryAnswer(question, server, moment, moment))
    if (!again) throw new Error('A snapshot returned two positions')
    return again
  }

  /** The answer if all its statements saw the same position, else null. */
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
      // Statements of different moments may contradict each other.
      if (positioned.isConsistent) throw failure
      return null
    }
  }
}
