import { Body, Controller, Delete, Get, Header, HttpCode, Param, Post, Put, Req, UseGuards } from '@nestjs/common'
import { CommandBus, QueryBus } from '@nestjs/cqrs'
import { ApiBearerAuth, ApiNoContentResponse, ApiTags } from '@nestjs/swagger'
import { entityPath, type EntityPath } from '@prumo/shared/fields'
import { Rejected } from '@prumo/shared/rejections'
import { reminderTexts } from '@prumo/shared/reminder-rules'
import {
  calendarAddress,
  calendarPath,
  calendarText,
  newReminderDevice,
  pushKey,
  reminderChanges,
  reminderDeviceAnswer,
  remindersAnswer,
  unsubscribePath,
  type CalendarAddress,
  type CalendarPath,
  type NewReminderDevice,
  type PushKey,
  type ReminderChanges,
  type ReminderDeviceAnswer,
  type RemindersAnswer,
  type UnsubscribePath,
} from '@prumo/shared/reminders'
import type { FastifyRequest } from 'fastify'
import { FromClient, type ClientInfo } from '../access/client.js'
import type { CommandOutcome } from '../event-store/decider/command.js'
import type { PositionedResult } from '../event-store/query/positioned-result.js'
import { OUTBOX_INSERT, outboxValues, outboxWritten } from '../jobs/outbox.js'
import { Settings } from '../platform/config/settings.js'
import { Database } from '../platform/database/database.js'
import { Answers, Refuses } from '../platform/http/api-answers.js'
import { AccountId, callerOf, CountedWithoutSubscription, Public, WithoutSubscription } from '../platform/http/caller.js'
import { Commanding, type HttpCommandContext } from '../platform/http/command-request.js'
import { FormBody } from '../platform/http/form-body.js'
import { IdempotencyKeyGuard } from '../platform/http/idempotency-key.guard.js'
import { areValidKeys } from '../platform/push/push-encryption.js'
import { PushServices } from '../platform/push/push-services.js'
import { LimitAttempts } from '../platform/throttling/attempts.js'
import { ReminderCalendars } from './reminder-calendars.js'
import { changeReminders } from './reminder-command.js'
import { ReminderDevices } from './reminder-devices.js'
import { unsubscribeTokens } from './reminder-mail.js'
import { FindReminderSettings, readReminderSettings } from './reminder-settings.projection.js'
import { REMINDER_TEST } from './reminder-test.worker.js'

const ENQUEUE_TEST = { name: 'enqueue-reminder-test', text: OUTBOX_INSERT }

/**
 * The settings of the reminders, the devices that they go to, and the address of the calendar. What goes out can be seen and ended
 * without a subscription.
 */
@ApiTags('reminders')
@ApiBearerAuth()
@Controller('reminders')
export class RemindersController {
  constructor(
    private readonly commands: CommandBus,
    private readonly questions: QueryBus,
    private readonly database: Database,
    private readonly settings: Settings,
    private readonly devices: ReminderDevices,
    private readonly calendars: ReminderCalendars,
  ) {}

  @Get()
  @WithoutSubscription()
  @Answers(200, remindersAnswer)
  async find(@AccountId() account: string): Promise<PositionedResult<RemindersAnswer>> {
    const beside = await this.#beside(account)
    // Devices and calendar are no part of the log.
    return (await this.questions.execute(new FindReminderSettings(account))).map((settings) => toAnswer(settings, beside)).unrepeatable()
  }

  @Put()
  @WithoutSubscription()
  @CountedWithoutSubscription()
  @Answers(200, remindersAnswer)
  @Refuses(400, 404, 409, 412, 422, 429)
  async change(
    @Commanding() request: HttpCommandContext,
    @Body({ schema: reminderChanges }) changes: ReminderChanges,
  ): Promise<CommandOutcome<RemindersAnswer>> {
    const beside = await this.#beside(request.accountId)
    return this.commands.execute(changeReminders(request, changes, ({ settings }) => toAnswer(settings, beside)))
  }

  @Post('devices')
  @UseGuards(IdempotencyKeyGuard)
  @Answers(201, reminderDeviceAnswer)
  @Refuses(400, 409)
  async register(
    @Req() request: FastifyRequest,
    @FromClient() { device }: ClientInfo,
    @Body({ schema: newReminderDevice }) subscription: NewReminderDevice,
  ): Promise<ReminderDeviceAnswer> {
    const { vapid, pushServices } = this.settings
    if (!vapid) throw new Rejected('CONFLICT', reminderTexts.pushOff)
    if (!new PushServices(pushServices).accepts(subscription.endpoint)) throw invalid('endpoint', reminderTexts.serviceUnknown)
    if (!areValidKeys(subscription.keys)) throw invalid('keys', reminderTexts.subscriptionInvalid)
    return { device: await this.devices.register(callerOf(request), subscription, device) }
  }

  @Delete('devices/:id')
  @HttpCode(204)
  @WithoutSubscription()
  @UseGuards(IdempotencyKeyGuard)
  @ApiNoContentResponse()
  @Refuses(400, 404)
  removeDevice(@AccountId() account: string, @Param({ schema: entityPath }) { id }: EntityPath): Promise<void> {
    return this.devices.remove(account, id)
  }

  @Post('test')
  @HttpCode(202)
  @UseGuards(IdempotencyKeyGuard)
  @LimitAttempts({ minutes: 60, address: 100, account: 5 })
  @Refuses(400, 409)
  async test(@AccountId() account: string): Promise<void> {
    const { email, push } = await readReminderSettings(this.database, account)
    if (!email && !(push && (await this.devices.list(account)).length > 0)) throw new Rejected('CONFLICT', reminderTexts.nothingOn)
    await this.database.rows(ENQUEUE_TEST, outboxValues({ kind: REMINDER_TEST, subject: account, accountId: account }))
    outboxWritten.publish([{ kind: REMINDER_TEST }])
  }

  @Post('calendar')
  @UseGuards(IdempotencyKeyGuard)
  @Answers(201, calendarAddress)
  @Refuses(400)
  async createCalendar(@AccountId() account: string): Promise<CalendarAddress> {
    return { calendarUrl: await this.calendars.create(account) }
  }

  @Delete('calendar')
  @HttpCode(204)
  @WithoutSubscription()
  @UseGuards(IdempotencyKeyGuard)
  @ApiNoContentResponse()
  @Refuses(400)
  removeCalendar(@AccountId() account: string): Promise<void> {
    return this.calendars.remove(account)
  }

  /** The one click of a mail program (RFC 8058), which posts a form without a session. */
  @Public()
  @Post('unsubscribe/:token')
  @HttpCode(204)
  @FormBody()
  @LimitAttempts({ minutes: 60, address: 600 })
  @ApiNoContentResponse()
  @Refuses(404)
  async unsubscribe(@Param({ schema: unsubscribePath }) { token }: UnsubscribePath): Promise<void> {
    const accountId = unsubscribeTokens(this.settings).idOf(token)
    if (accountId === null) throw new Rejected('NOT_FOUND')
    if (!(await readReminderSettings(this.database, accountId)).email) return
    await this.commands.execute(changeReminders({ accountId, actor: accountId, source: 'app' }, { email: false }, () => null))
  }

  async #beside(accountId: string): Promise<Pick<RemindersAnswer['reminders'], 'devices' | 'calendarCreatedAt'>> {
    return { devices: await this.devices.list(accountId), calendarCreatedAt: await this.calendars.findCreatedAt(accountId) }
  }
}

function toAnswer(
  { email, push, hour, withAmounts }: Pick<RemindersAnswer['reminders'], 'email' | 'push' | 'hour' | 'withAmounts'>,
  beside: Pick<RemindersAnswer['reminders'], 'devices' | 'calendarCreatedAt'>,
): RemindersAnswer {
  return { reminders: { email, push, hour, withAmounts, ...beside } }
}

function invalid(field: string, text: string): Rejected {
  return new Rejected('VALIDATION', text, { [field]: [text] })
}

/** The public part of the key pair, with which browsers subscribe. */
@ApiTags('reminders')
@ApiBearerAuth()
@Controller('push')
export class PushController {
  constructor(private readonly settings: Settings) {}

  @Get('key')
  @Answers(200, pushKey)
  key(): PushKey {
    return { publicKey: this.settings.vapid?.publicKey ?? null }
  }
}

/** Calendars at their secret addresses, which calendar programs fetch without a session. */
@ApiTags('reminders')
@Controller('calendars')
export class CalendarsController {
  constructor(private readonly calendars: ReminderCalendars) {}

  @Public()
  @Get(':file')
  @Header('Content-Type', 'text/calendar; charset=utf-8')
  @LimitAttempts({ minutes: 60, address: 1_200 })
  @Answers(200, calendarText)
  @Refuses(404)
  find(@Param({ schema: calendarPath }) { file }: CalendarPath): Promise<string> {
    return this.calendars.write(file)
  }
}
