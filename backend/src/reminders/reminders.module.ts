import { Module } from '@nestjs/common'
import { ThrottlingModule } from '../platform/throttling/throttling.module.js'
import { readObligations } from './obligations.js'
import { OBLIGATIONS, ReminderCalendars } from './reminder-calendars.js'
import { ReminderDevices } from './reminder-devices.js'
import { CalendarsController, PushController, RemindersController } from './reminders.controller.js'

/** Reminders by mail and push, and the calendar. */
@Module({
  imports: [ThrottlingModule],
  controllers: [RemindersController, PushController, CalendarsController],
  providers: [ReminderDevices, ReminderCalendars, { provide: OBLIGATIONS, useValue: readObligations }],
})
export class RemindersModule {}
