import { z } from 'zod'
import { isCalendarMonth } from './calendar.js'
import { calendarDate, calendarMonth, reais, refusals, text } from './fields.js'
import { meiActivity, yesOrNo } from './fiscal.js'
import { MAX_CATEGORY } from './limits.js'
import { dasStates } from './mei-das.js'
import { deliveryKinds, obligationKinds, obligationStates } from './mei-obligations.js'
import { limitLevels, MAX_EXCLUDED_CATEGORIES, meiActivities, meiTexts } from './mei-rules.js'
import { rejections } from './rejections.js'

/** The contract of `/mei`. */

export const meiSettings = z.strictObject({
  openedOn: calendarDate,
  activities: z
    .array(meiActivity, { error: meiTexts.activitiesMissing })
    .min(1, { error: meiTexts.activitiesMissing })
    .max(meiActivities.length, { error: meiTexts.activityTwice })
    .refine((chosen) => new Set(chosen).size === chosen.length, { error: meiTexts.activityTwice }),
  isCargoDriver: yesOrNo.optional(),
  closedOn: calendarDate.nullable().optional(),
  excludedCategories: z
    .array(text({ max: MAX_CATEGORY, missing: meiTexts.categoryMissing }))
    .max(MAX_EXCLUDED_CATEGORIES, { error: meiTexts.tooManyCategories })
    .transform((categories) => [...new Set(categories)])
    .optional(),
  hasEmployee: yesOrNo.optional(),
})
/** The profile to set; what is absent stays, or has its default the first time. */
export type MeiSettings = z.output<typeof meiSettings>
export type MeiSettingsBody = z.input<typeof meiSettings>

export const mei = z.strictObject({
  openedOn: calendarDate,
  activities: z.array(z.enum(meiActivities)),
  isCargoDriver: z.boolean(),
  closedOn: calendarDate.nullable(),
  excludedCategories: z.array(z.string()),
  hasEmployee: z.boolean(),
  version: z.int().positive(),
})
export type Mei = z.output<typeof mei>
export const meiAnswer = z.strictObject({ mei })
export type MeiAnswer = z.output<typeof meiAnswer>

/** Null until the profile is set. */
export const meiOrNone = z.strictObject({ mei: mei.nullable() })
export type MeiOrNone = z.output<typeof meiOrNone>

const yearText = z.string({ error: meiTexts.yearMissing }).refine((year) => isCalendarMonth(`${year}-01`), { error: meiTexts.yearMissing })

/** The path of a year, `/{year}`. */
export const meiYearPath = z.strictObject({ year: yearText.transform(Number) })
export type MeiYearPath = z.output<typeof meiYearPath>
refusals.add(meiYearPath, { code: 'NOT_FOUND', text: rejections.NOT_FOUND.text })

/** The path of a month, `/{YYYY-MM}`. */
export const meiMonthPath = z.strictObject({ month: calendarMonth })
export type MeiMonthPath = z.output<typeof meiMonthPath>
refusals.add(meiMonthPath, { code: 'NOT_FOUND', text: rejections.NOT_FOUND.text })

export const meiYearView = z.strictObject({
  year: z.int(),
  limit: reais(),
  revenue: reais(),
  share: z.number().meta({ description: 'Revenue as a fraction of the limit' }),
  remaining: reais('Reais; negative above the limit'),
  projection: z.strictObject({ amount: reais().nullable(), basis: z.enum(['pace', 'none']) }),
  level: z.enum(limitLevels),
  months: z.array(
    z.strictObject({
      month: calendarMonth,
      commerce: reais(),
      industry: reais(),
      services: reais(),
      withInvoice: reais(),
      withoutInvoice: reais(),
      revenue: reais(),
      count: z.int(),
    }),
  ),
  das: z.array(
    z.strictObject({
      month: calendarMonth,
      amount: reais('Reais, by the table of its year'),
      due: calendarDate,
      state: z.enum(dasStates),
      transactionId: z.guid().nullable().meta({ description: 'The payment, where it is paid or proposed' }),
      paidOn: calendarDate.nullable(),
    }),
  ),
  obligations: z.array(
    z.strictObject({
      kind: z.enum(obligationKinds),
      of: z.string().meta({ description: 'YYYY-MM, of a declaration YYYY' }),
      due: calendarDate,
      state: z.enum(obligationStates),
    }),
  ),
  incomeTax: z.strictObject({ exempt: reais(), costs: reais(), taxable: reais() }),
})
/** A year of a MEI; amounts in centavos, on the wire in reais. */
export type MeiYearView = z.output<typeof meiYearView>
export const meiYearAnswer = z.strictObject({ year: meiYearView })
export type MeiYearAnswer = z.output<typeof meiYearAnswer>

const byInvoice = z.strictObject({ withoutInvoice: reais(), withInvoice: reais(), total: reais() })
const monthlyFigures = { commerce: byInvoice, industry: byInvoice, services: byInvoice, total: reais() }
const annualFigures = { commerce: reais(), industry: reais(), services: reais(), total: reais() }

export const monthlyReport = z.strictObject({ month: calendarMonth, ...monthlyFigures, asOf: calendarDate })
/** The Relatório Mensal das Receitas Brutas; amounts in centavos, on the wire in reais. */
export type MonthlyReport = z.output<typeof monthlyReport>
export const monthlyReportAnswer = z.strictObject({ report: monthlyReport })
export type MonthlyReportAnswer = z.output<typeof monthlyReportAnswer>

export const annualReport = z.strictObject({
  year: z.int(),
  ...annualFigures,
  hasEmployee: z.boolean(),
  due: calendarDate,
  asOf: calendarDate,
})
/** The figures of the DASN-SIMEI; amounts in centavos, on the wire in reais. */
export type AnnualReport = z.output<typeof annualReport>
export const annualReportAnswer = z.strictObject({ report: annualReport })
export type AnnualReportAnswer = z.output<typeof annualReportAnswer>

export const newDelivery = z
  .strictObject({
    kind: z.enum(deliveryKinds, { error: meiTexts.kindMissing }),
    of: z.string({ error: meiTexts.monthMissing }).meta({ description: 'YYYY-MM, of a declaration YYYY' }),
  })
  .superRefine(({ kind, of }, context) => {
    const [month, message] = kind === 'dasn' ? [`${of}-01`, meiTexts.yearMissing] : [of, meiTexts.monthMissing]
    if (!isCalendarMonth(month)) context.addIssue({ code: 'custom', path: ['of'], message })
  })
/** The period whose figures were delivered. */
export type NewDelivery = z.output<typeof newDelivery>

const recorded = { of: z.string(), at: z.iso.datetime() }
export const delivery = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('monthly_report'), ...recorded, figures: z.strictObject(monthlyFigures) }),
  z.strictObject({ kind: z.literal('dasn'), ...recorded, figures: z.strictObject({ ...annualFigures, hasEmployee: z.boolean() }) }),
])
/** Figures as they were delivered; amounts in centavos, on the wire in reais. */
export type Delivery = z.output<typeof delivery>
export const deliveryAnswer = z.strictObject({ delivery })
export type DeliveryAnswer = z.output<typeof deliveryAnswer>

const figureChange = z.strictObject({ field: z.string(), before: reais(), after: reais() })
const changedSince = z
  .array(figureChange)
  .nullable()
  .meta({ description: 'Figures that differ now, such as `total` or `services.withInvoice`; null where none does' })
const [deliveredReport, deliveredDeclaration] = delivery.options

export const deliveryList = z.strictObject({
  deliveries: z.array(
    z.discriminatedUnion('kind', [
      z.strictObject({ ...deliveredReport.shape, changedSince }),
      z.strictObject({ ...deliveredDeclaration.shape, changedSince }),
    ]),
  ),
})
/** The latest delivery of each period. */
export type DeliveryList = z.output<typeof deliveryList>
