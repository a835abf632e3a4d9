import { Controller, Get, HttpCode, Inject, Param, Post, Query } from '@nestjs/common'
import { CommandBus, QueryBus } from '@nestjs/cqrs'
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger'
import {
  accountAtDay,
  activityAnswer,
  activityFilter,
  activityPage,
  dayFilter,
  positionPath,
  type AccountAtDay,
  type ActivityAnswer,
  type ActivityFilter,
  type ActivityPage,
  type DayFilter,
  type PositionPath,
} from '@prumo/shared/activity'
import type { OnWire } from '@prumo/shared/money-fields'
import { isRejected, Rejected } from '@prumo/shared/rejections'
import { AccountQueue } from '../event-store/write-path/account-queue.js'
import type { CommandOutcome } from '../event-store/decider/command.js'
import type { PositionedResult } from '../event-store/query/positioned-result.js'
import type { RecordedEvent } from '../event-store/stream/event.js'
import { LOG_READING, type LogReading } from '../event-store/log-reading.js'
import { Answers, Refuses } from '../platform/http/api-answers.js'
import { AccountId } from '../platform/http/caller.js'
import { Commanding, type HttpCommandContext } from '../platform/http/command-request.js'
import { FindAccountAtDay } from './account-at-day.js'
import { FindUndoObstacle, FindEvent, ListActivity } from './activity-log.js'
import { refusalText, undoCommand } from './undo-command.js'

/** Running and queued replays of past days. */
const REPLAYS = { ofAccount: 4, inAll: 32 }

@ApiTags('activity')
@ApiBearerAuth()
@Controller('activity')
export class ActivityController {
  /** A replay takes time in proportion to the log: an account runs one at a time, and few hold connections or wait. */
  readonly #replays = new AccountQueue(REPLAYS)

  constructor(
    private readonly commands: CommandBus,
    private readonly questions: QueryBus,
    @Inject(LOG_READING) private readonly reading: LogReading,
  ) {}

  @Get()
  @Answers(200, activityPage)
  @Refuses(400)
  list(@AccountId() account: string, @Query({ schema: activityFilter }) filter: ActivityFilter): Promise<PositionedResult<ActivityPage>> {
    return this.questions.execute(new ListActivity(this.reading, account, filter))
  }

  @Get('at')
  @Answers(200, accountAtDay)
  @Refuses(400, 503)
  at(@AccountId() account: string, @Query({ schema: dayFilter }) { date }: DayFilter): Promise<PositionedResult<OnWire<AccountAtDay>>> {
    return this.#replays.run(account, () => this.questions.execute(new FindAccountAtDay(this.reading, account, date)))
  }

  @Post(':position/undo')
  @HttpCode(200)
  @Answers(200, activityAnswer)
  @Refuses(404, 409, 422)
  async undo(
    @Commanding() request: HttpCommandContext,
    @Param({ schema: positionPath }) { position }: PositionPath,
  ): Promise<CommandOutcome<ActivityAnswer>> {
    const { answer: event } = await this.questions.execute(new FindEvent(this.reading, request.accountId, position))
    return this.commands
      .execute(undoCommand(request, event, this.reading))
      .catch((failure: unknown) => this.#rejectWithReason(failure, event))
  }

  /** The decider knows the entity alone; the log knows the reason, and since when. */
  async #rejectWithReason(failure: unknown, event: RecordedEvent): Promise<never> {
    if (!isRejected(failure, 'CONFLICT')) throw failure
    const { answer: reason } = await this.questions.execute(new FindUndoObstacle(this.reading, event))
    throw new Rejected('CONFLICT', reason ?? refusalText(failure))
  }
}
