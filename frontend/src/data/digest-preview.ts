import { useMemo } from 'react'
import { addDays, monthOf, type CalendarDate } from '@prumo/shared/calendar'
import { clockTime } from '@prumo/shared/clock-time'
import { digestOf, MAX_NAMED, type Digest, type DigestDay, type DigestDetail, type PendingGroup } from '@prumo/shared/digest'
import type { MeiObligation } from '@prumo/shared/mei-obligations'
import { monthAfter, yearOf } from '@prumo/shared/mei-rules'
import { hasMeiYear } from '@prumo/shared/mei-year'
import type { Transaction } from '@prumo/shared/transactions'
import { present } from '../lib/device-clock'
import { useToday } from '../lib/use-today'
import { shortLists } from './api-requests'
import { useExpectedTransactions } from './expected-transactions'
import { useForecast } from './forecast'
import { useMei, useMeiYear } from './mei'
import { useTransactions } from './transactions'

/** The next digest of the account, or one of an example where nothing is ahead. */
export interface DigestPreview {
  /** The day on which it arrives; null for an example. */
  day: CalendarDate | null
  digest: Digest
}

/** Days ahead that are searched for a digest. */
const SEARCHED_DAYS = 7
const FORECAST_LENGTH = 30

/**
 * The next digest, as the server will write it of what is recorded by now.
 * @param hour from which on it is sent
 */
export function useDigestPreview(hour: number, detail: DigestDetail): DigestPreview {
  const now = useToday()
  const waiting = useTransactions(...shortLists.waiting).data
  const expected = useExpectedTransactions().data
  const { data: forecast } = useForecast(FORECAST_LENGTH)
  const obligations = useObligations(now)
  return useMemo(() => {
    const rows = [...new Map([...(waiting ?? []), ...(expected ?? [])].map((each) => [each.id, each])).values()]
    const first = Number.parseInt(clockTime(present().getTime()), 10) < hour ? now : addDays(now, 1)
    const balances = (forecast?.days ?? []).map(({ date, balance }) => ({ date, balance }))
    return previewOf({ pending: rows, obligations, balances }, first, detail)
  }, [waiting, expected, forecast, obligations, now, hour, detail])
}

/** The obligations that a message of the days ahead may name. In January those of the year before are among them. */
function useObligations(now: CalendarDate): readonly MeiObligation[] {
  const profile = useMei().data ?? null
  const [year, before] = [yearOf(now), yearOf(monthAfter(monthOf(now), -1))]
  const view = useMeiYear(year, profile).data
  const viewBefore = useMeiYear(before, profile && hasMeiYear(profile, before, now) ? profile : null).data
  return useMemo(
    () => [...(before < year ? (viewBefore?.obligations ?? []) : []), ...(view?.obligations ?? [])],
    [view, viewBefore, year, before],
  )
}

/** What is known of the days ahead. */
export interface PreviewFacts {
  pending: readonly PendingTransaction[]
  obligations: readonly MeiObligation[]
  balances: readonly { date: CalendarDate; balance: number }[]
}

/** @param first the first day on which a digest may still arrive */
export function previewOf({ pending, obligations, balances }: PreviewFacts, first: CalendarDate, detail: DigestDetail): DigestPreview {
  for (let ahead = 0; ahead < SEARCHED_DAYS; ahead++) {
    const today = addDays(first, ahead)
    const facts = { today, pending: groupsOn(pending, today), obligations, balances: balances.filter(({ date }) => date >= today) }
    const digest = digestOf(facts, detail)
    if (digest) return { day: today, digest }
  }
  return { day: null, digest: exampleOf(first, detail) }
}

type PendingTransaction = Pick<Transaction, 'id' | 'date' | 'type' | 'amount' | 'description'>

/** The pending transactions of a day's digest, in the order in which the server names them. */
function groupsOn(pending: readonly PendingTransaction[], today: CalendarDate): PendingGroup[] {
  const groups = new Map<string, PendingTransaction[]>()
  for (const each of pending) {
    if (each.date > addDays(today, 1)) continue
    const key = `${dayOf(each.date, today)} ${each.type}`
    groups.set(key, [...(groups.get(key) ?? []), each])
  }
  const inOrder = [...groups].toSorted(([one], [other]) => one.localeCompare(other))
  return inOrder.map(([key, rows]) => {
    const [day, type] = key.split(' ') as [DigestDay, PendingGroup['type']]
    const placed = rows.toSorted(
      (one, other) => other.amount - one.amount || one.date.localeCompare(other.date) || one.id.localeCompare(other.id),
    )
    return { day, type, count: rows.length, amount: rows.reduce((sum, { amount }) => sum + amount, 0), first: placed.slice(0, MAX_NAMED) }
  })
}

function dayOf(date: CalendarDate, today: CalendarDate): DigestDay {
  if (date > today) return 'tomorrow'
  if (date === today) return 'today'
  return date === addDays(today, -1) ? 'yesterday' : 'earlier'
}

function exampleOf(today: CalendarDate, detail: DigestDetail): Digest {
  const bills = [
    { description: 'Aluguel', amount: 90_000 },
    { description: 'Luz', amount: 18_000 },
  ]
  const pending: PendingGroup[] = [
    { day: 'today', type: 'expense', count: bills.length, amount: 108_000, first: bills },
    { day: 'today', type: 'income', count: 1, amount: 25_000, first: [{ description: 'Encomenda', amount: 25_000 }] },
  ]
  return digestOf({ today, pending, obligations: [], balances: [] }, detail)!
}
