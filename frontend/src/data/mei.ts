import { useCallback, useMemo } from 'react'
import type { CalendarMonth } from '@prumo/shared/calendar'
import type {
  AnnualReport,
  AnnualReportAnswer,
  DeliveryList,
  MeiOrNone,
  MeiYearAnswer,
  MeiYearView,
  MonthlyReport,
  MonthlyReportAnswer,
} from '@prumo/shared/mei'
import type { Transaction } from '@prumo/shared/transactions'
import { ApiError } from '../lib/api'
import type { ApiQuery } from '../lib/api-query'
import { useToday } from '../lib/use-today'
import { useQueue, type Account } from './account'
import { meiDeliveriesRequest, meiRequest } from './api-requests'
import { meiDeliveryId, type MeiProfileEntity } from './mei-commands'
import { applyToAnnualReport, applyToDeliveries, applyToMeiYear, applyToMonthlyReport, type ListedDelivery } from './optimistic-mei'
import { useOptimisticQuery, type QueryDefinition, type QueryResult } from './optimistic-query'
import type { QueuedCommand } from './sync/command'
import { applyToEntity, mapAnswer, needsApplying, NO_POSITION, unappliedChanges, type PositionedAnswer } from './sync/optimistic'

/** Transactions and deliveries change every figure. */
const ofAllMovements = { isOfAll: true, alsoApplied: ['transaction', 'mei-delivery'] } as const

/** `GET /mei`: the profile; null before it is set. */
export const meiQuery: QueryDefinition<MeiProfileEntity | null> = {
  key: ['mei', 'profile'],
  fetch: async (account, signal) =>
    mapAnswer(await account.read<MeiOrNone>(...meiRequest, signal), ({ mei }) => mei && { id: account.id, ...mei }),
  isPersisted: true,
  meta: { isFrame: true },
}

/** The profile with this device's commands applied; null if none was set. */
export function useMei(): QueryResult<MeiProfileEntity | null> {
  return useOptimisticQuery(meiQuery, optimisticMei)
}

function optimisticMei(fresh: PositionedAnswer<MeiProfileEntity | null>, queue: readonly QueuedCommand[]): MeiProfileEntity | null {
  return applyToEntity(fresh.data, queue, fresh)
}

/** `GET /mei/years/{year}`: null without a profile, and for a year of which there is no view. */
export function meiYearQuery(year: number): QueryDefinition<MeiYearView | null> {
  return {
    key: ['mei', 'year', year],
    fetch: async (account, signal) =>
      mapAnswer(await readIfFound<MeiYearAnswer>(account, [`/mei/years/${year}`, {}], signal), (answer) => answer && answer.year),
    isPersisted: true,
    meta: ofAllMovements,
  }
}

/** `GET /mei/monthly-reports/{month}`: null for a month outside the activity. */
export function monthlyReportQuery(month: CalendarMonth): QueryDefinition<MonthlyReport | null> {
  return {
    key: ['mei', 'monthly-report', month],
    fetch: async (account, signal) =>
      mapAnswer(
        await readIfFound<MonthlyReportAnswer>(account, [`/mei/monthly-reports/${month}`, {}], signal),
        (answer) => answer && answer.report,
      ),
    isPersisted: true,
    meta: ofAllMovements,
  }
}

/** `GET /mei/annual-reports/{year}`: null for a year outside the activity. */
export function annualReportQuery(year: number): QueryDefinition<AnnualReport | null> {
  return {
    key: ['mei', 'annual-report', year],
    fetch: async (account, signal) =>
      mapAnswer(
        await readIfFound<AnnualReportAnswer>(account, [`/mei/annual-reports/${year}`, {}], signal),
        (answer) => answer && answer.report,
      ),
    isPersisted: true,
    meta: ofAllMovements,
  }
}

/** `GET /mei/deliveries`: the latest of each period, newest first. */
export const deliveriesQuery: QueryDefinition<readonly ListedDelivery[]> = {
  key: ['mei-delivery', 'list'],
  fetch: async (account, signal) =>
    mapAnswer(await account.read<DeliveryList>(...meiDeliveriesRequest, signal), ({ deliveries }) =>
      deliveries.map((each): ListedDelivery => ({ id: meiDeliveryId(each), version: 1, ...each })),
    ),
  isPersisted: true,
  meta: { isOfAll: true },
}

/** The answer; null for a 404. */
async function readIfFound<T>(account: Account, [path, query]: ApiQuery, signal: AbortSignal): Promise<PositionedAnswer<T | null>> {
  try {
    return await account.read<T>(path, query, signal)
  } catch (failure) {
    if (failure instanceof ApiError && failure.status === 404) return { ...NO_POSITION, at: Date.now(), data: null }
    throw failure
  }
}

/**
 * A year of the MEI with this device's commands applied.
 * @param profile that of `useMei`; without one the request is not made
 */
export function useMeiYear(year: number, profile: MeiProfileEntity | null): QueryResult<MeiYearView | null> {
  const now = useToday()
  const transactions = useQueue('transaction')
  const deliveries = useQueue('mei-delivery')
  const shown = useCallback(
    (fresh: PositionedAnswer<MeiYearView | null>) =>
      fresh.data && profile
        ? applyToMeiYear(fresh.data, {
            profile,
            now,
            changes: unappliedChanges<Transaction>(transactions, fresh),
            delivered: deliveries.filter((item) => needsApplying(fresh, item)).map(({ command }) => command.entityId),
          })
        : fresh.data,
    [profile, now, transactions, deliveries],
  )
  return useOptimisticQuery(
    useMemo(() => meiYearQuery(year), [year]),
    shown,
    profile !== null,
  )
}

/** The report of a month with this device's commands on transactions applied. */
export function useMonthlyReport(month: CalendarMonth, profile: MeiProfileEntity | null): QueryResult<MonthlyReport | null> {
  const queue = useQueue('transaction')
  const shown = useCallback(
    (fresh: PositionedAnswer<MonthlyReport | null>) =>
      fresh.data && profile ? applyToMonthlyReport(fresh.data, profile, unappliedChanges<Transaction>(queue, fresh)) : fresh.data,
    [profile, queue],
  )
  return useOptimisticQuery(
    useMemo(() => monthlyReportQuery(month), [month]),
    shown,
    profile !== null,
  )
}

/** The figures of a year's declaration with this device's commands on transactions applied. */
export function useAnnualReport(year: number, profile: MeiProfileEntity | null): QueryResult<AnnualReport | null> {
  const now = useToday()
  const queue = useQueue('transaction')
  const shown = useCallback(
    (fresh: PositionedAnswer<AnnualReport | null>) =>
      fresh.data && profile ? applyToAnnualReport(fresh.data, profile, unappliedChanges<Transaction>(queue, fresh), now) : fresh.data,
    [profile, queue, now],
  )
  return useOptimisticQuery(
    useMemo(() => annualReportQuery(year), [year]),
    shown,
    profile !== null,
  )
}

/** What was delivered, with this device's commands applied. */
export function useDeliveries(): QueryResult<readonly ListedDelivery[]> {
  return useOptimisticQuery(deliveriesQuery, applyToDeliveries)
}
