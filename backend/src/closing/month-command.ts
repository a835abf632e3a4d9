import type { CalendarMonth } from '@prumo/shared/calendar'
import { toReais, type OnWire } from '@prumo/shared/money-fields'
import type { MonthAnswer } from '@prumo/shared/months'
import { dependsOn, ExecuteCommand, type CommandContext } from '../event-store/decider/command.js'
import type { LogReading } from '../event-store/log-reading.js'
import { FindMonthFacts, NO_CHANGES } from './month-facts.js'
import { monthId } from './month-id.js'
import { monthDecider, toMonth, type MonthCommand, type MonthEntityState, type MonthFacts } from './month.decider.js'
import type { MonthEvent } from './month.events.js'

/** A command on a month. @param command made from what is settled in the month as of the head that it is decided on */
export function monthCommand(
  reading: Pick<LogReading, 'codec'>,
  context: CommandContext,
  month: CalendarMonth,
  command: (facts: MonthFacts) => MonthCommand,
): ExecuteCommand<OnWire<MonthAnswer>> {
  const { accountId } = context
  let contentHash = ''
  return ExecuteCommand.of<MonthCommand, MonthEntityState, MonthEvent, OnWire<MonthAnswer>>(context, {
    decider: monthDecider,
    entityId: monthId(accountId, month),
    command: command({ income: 0, expense: 0, count: 0, contentHash, changes: NO_CHANGES }),
    dependsOn: dependsOn<MonthFacts, MonthCommand>(new FindMonthFacts(reading, accountId, month), (facts) => {
      contentHash = facts.contentHash
      return { command: command(facts) }
    }),
    reply: (state) => ({ month: toReais(toMonth(month, state, contentHash)) }),
  })
}
