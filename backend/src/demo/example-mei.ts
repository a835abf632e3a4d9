import { addDays, addMonths, monthOf, type CalendarDate } from '@prumo/shared/calendar'
import { noFiscal, type Fiscal } from '@prumo/shared/fiscal-marks'
import type { NewDelivery } from '@prumo/shared/mei'
import { yearOf, type MeiActivity } from '@prumo/shared/mei-rules'
import { meiDecider } from '../mei/mei.decider.js'
import { meiDeliveryDecider } from '../mei/mei-delivery.decider.js'
import { demoCommand, ofTheAccount, type DemoCommand } from './demo-command.js'

/** The confectionery, which makes what it sells, and also teaches. */
export const MEI_ACTIVITIES: readonly MeiActivity[] = ['industry', 'services']

/** The day on which the report of the month before is done, and in May the declaration of the year before. */
const DELIVERY_DAY = 12
const DECLARATION_MONTH = '05'

/** The MEI, opened with the business, and what it delivered up to today: each month's report, and the declaration in May. */
export function exampleMei(since: CalendarDate, today: CalendarDate): DemoCommand[] {
  const settings = { openedOn: since, activities: [...MEI_ACTIVITIES] }
  const commands = [demoCommand(since, ofTheAccount, meiDecider, { type: 'ConfigureMei', settings, today: since })]
  for (let on = addDays(addMonths(since, 1), DELIVERY_DAY - 1); on <= today; on = addMonths(on, 1)) {
    commands.push(delivery(on, { kind: 'monthly_report', of: monthOf(addMonths(on, -1)) }))
    if (on.slice(5, 7) === DECLARATION_MONTH && yearOf(since) < yearOf(on))
      commands.push(delivery(on, { kind: 'dasn', of: `${yearOf(on) - 1}` }))
  }
  return commands
}

function delivery(on: CalendarDate, period: NewDelivery): DemoCommand {
  const command = { type: 'RecordDelivery', period, figures: null, profile: null, at: `${on}T15:00:00.000Z`, today: on } as const
  return demoCommand(on, `${period.kind} ${period.of}`, meiDeliveryDecider, command)
}

/** The mark of an order with an invoice, which a company has to get; null for other customers. */
export function invoiceOf(order: string): Fiscal | null {
  return /, (Escola|Clínica|Ótica) /.test(order) ? { ...noFiscal, hasInvoice: true } : null
}
