import { isCalendarDate, isCalendarMonth, monthBounds, type CalendarDate, type CalendarMonth } from '@prumo/shared/calendar'
import type { ActivitySource } from '@prumo/shared/activity-texts'
import type { LiveEntity } from '@prumo/shared/live'
import type { ActivityQuery } from '../../data/activity'
import { activityEntities } from '../../data/entities'
import { mapValues } from '../../lib/map-values'

export const ACTIVITY_SCREEN = '/dashboard/activity'

/** The filters of the history. They live in the URL, so that they survive a reload, navigation and sharing. */
export interface ActivityFilterState {
  entity: LiveEntity | null
  source: ActivitySource | null
  month: CalendarMonth | null
  /** The id of a single entity. */
  thing: string | null
}

export const noFilters: ActivityFilterState = { entity: null, source: null, month: null, thing: null }

const entityParams = mapValues(activityEntities, ({ param }) => param)
const sourceParams = { app: 'app', stripe: 'stripe', ops: 'equipe', seed: 'exemplo' } as const satisfies Record<ActivitySource, string>

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Parses filters from a URL. Ignores invalid values. */
export function filtersOf(address: URLSearchParams): ActivityFilterState {
  const [month, thing] = [address.get('mes'), address.get('item')]
  return {
    entity: keyOf(entityParams, address.get('que')),
    source: keyOf(sourceParams, address.get('origem')),
    month: month !== null && isCalendarMonth(month) ? month : null,
    thing: thing !== null && ID.test(thing) ? thing : null,
  }
}

/** Writes the filters into a copy of `present`, keeping its other parameters. */
export function addressOf(filters: ActivityFilterState, present = new URLSearchParams()): URLSearchParams {
  const address = new URLSearchParams(present)
  const values = {
    que: filters.entity && entityParams[filters.entity],
    origem: filters.source && sourceParams[filters.source],
    mes: filters.month,
    item: filters.thing,
  }
  for (const [name, value] of Object.entries(values)) {
    if (value === null) address.delete(name)
    else address.set(name, value)
  }
  return address
}

/** The URL of the history of one entity. */
export function entityHistoryAddress(thing: string): string {
  return `${ACTIVITY_SCREEN}?item=${thing}`
}

export function isFiltered(filters: ActivityFilterState): boolean {
  return Object.values(filters).some((value) => value !== null)
}

export function queryOf({ entity, source, month, thing }: ActivityFilterState): ActivityQuery {
  return { ...(entity && { entity }), ...(source && { source }), ...(month && monthBounds(month)), ...(thing && { entityId: thing }) }
}

/** The past day that a URL names; null for the present. */
export function dayOf(address: URLSearchParams): CalendarDate | null {
  const day = address.get('em')
  return day !== null && isCalendarDate(day) ? day : null
}

function keyOf<K extends string>(words: Record<K, string>, word: string | null): K | null {
  return (Object.keys(words) as K[]).find((key) => words[key] === word) ?? null
}
