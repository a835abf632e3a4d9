import { Query, QueryHandler } from '@nestjs/cqrs'
import type { AccountKeys } from '../../platform/crypto/account-keys.js'
import type { ConnectionPool, Queries } from '../../platform/database/connection-pool.js'
import type { Database } from '../../platform/database/database.js'
import type { Replica } from './replica.js'
import { PositionedRows } from './positioned-rows.js'
import { Seen } from './seen.js'

/** What questions are asked of. */
export interface Asked extends Pick<Database, 'rows' | 'clock'> {
  /**
   * For what no position of a log changes, such as the events below one. Where a question already has a connection it is that one:
   * questions that held one while they waited for a second would wait for each other. It only reads.
   */
  pool: Queries
  /** Whether that is a replica: a question for the primary alone throws `NeedsPrimary`. */
  isReplica?: boolean
}

/** A question to what is stored of an account; each one knows its own SQL. */
export abstract class Ask<Answer> extends Query<Seen<Answer>> {
  abstract readonly accountId: string
  /** Whether the primary alone answers it: it changes by what nobody is told a position of, as by a link in a mail. */
  readonly isForPrimary: boolean = false

  /** Asks only what the position of the log decides. @param keys for what lies sealed; read models hold their texts in clear */
  abstract answer(asked: Asked, keys: AccountKeys): Promise<Answer>

  /** Follows the answer, on the primary and outside of its snapshot: stores what was computed for it. It never rejects. */
  finish?(database: Database, keys: AccountKeys): Promise<void>
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

  override async finish(database: Database, keys: AccountKeys): Promise<void> {
    await Promise.all([this.one.finish?.(database, keys), this.other.finish?.(database, keys)])
  }
}

/** The one place questions pass through: each answer comes with the position it reflects. */
@QueryHandler(Ask)
export class Answering {
  constructor(
    private readonly database: Database,
    private readonly keys: AccountKeys,
    private readonly replica: Replica | null = null,
  ) {}

  async execute<Answer>(question: Ask<Answer>): Promise<Seen<Answer>> {
    const replica = question.isForPrimary ? null : this.replica
    const lagging = await replica?.read(async (on, isEnough) => {
      const seen = await this.#answeredOn(on, question)
      return isEnough(seen.position) ? seen : null
    })
    const seen = lagging ?? (await this.#answeredOn(this.database, question))
    if (question.finish) await question.finish(this.database, this.keys)
    return seen
  }

  async #answeredOn<Answer>(server: ConnectionPool, question: Ask<Answer>): Promise<Seen<Answer>> {
    const seen = await this.#askedOf(question, server, server, server.pool)
    if (seen) return seen
    // The log went on between its statements: they are asked again, all of one moment.
    const again = await server.atOneMoment((moment) => this.#askedOf(question, server, moment, moment))
    if (!again) throw new Error('A snapshot answered two positions')
    return again
  }

  /** The answer, if all statements it took are of one position. */
  async #askedOf<Answer>(
    question: Ask<Answer>,
    server: ConnectionPool,
    on: Pick<ConnectionPool, 'lists'>,
    pool: Queries,
  ): Promise<Seen<Answer> | null> {
    const positioned = new PositionedRows(on, question.accountId)
    const { rows } = positioned
    const asked = { rows, clock: this.database.clock, pool, isReplica: server !== this.database }
    try {
      const answer = await question.answer(asked, this.keys)
      return positioned.areOfOneMoment ? new Seen(answer, positioned.position) : null
    } catch (failure) {
      // What was read of two moments may contradict itself.
      if (positioned.areOfOneMoment) throw failure
      return null
    }
  }
}
