import { isCalendarDate, isCalendarMonth, monthBounds, type CalendarDate, type CalendarMonth } from '@prumo/shared/calendar'
import type { ActivitySource } from '@prumo/shared/activity-texts'
import type { LiveEntity } from '@prumo/shared/live'
import type { ActivityQuery } from '../../data/activity'
import { activityEntities } from '../../data/entities'
import { mapValues } from '../../lib/map-values'

export const ACTIVITY_SCREEN = '/dashboard/activity'

/** What the history is narrowed to. It lives in the address, so that it survives reload, back and sharing. */
export interface ActivityFilterState {
  entity: LiveEntity | null
  source: ActivitySource | null
  month: CalendarMonth | null
  /** The id of one thing alone. */
  thing: string | null
}

export const noFilters: ActivityFilterState = { entity: null, source: null, month: null, thing: null }

const entityParams = mapValues(activityEntities, ({ param }) => param)
const sourceParams = { app: 'app', stripe: 'stripe', ops: 'equipe', seed: 'exemplo' } as const satisfies Record<ActivitySource, string>

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** What an address says; what it says wrongly is left out. */
export function filtersOf(address: URLSearchParams): ActivityFilterState {
  const [month, thing] = [address.get('mes'), address.get('item')]
  return {
    entity: keyOf(entityParams, address.get('que')),
    source: keyOf(sourceParams, address.get('origem')),
    month: month !== null && isCalendarMonth(month) ? month : null,
    thing: thing !== null && ID.test(thing) ? thing : null,
  }
}

/** The address that says it, with whatever else the present one holds. */
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

/** Where the history of one thing is. */
export function entityHistoryAddress(thing: string): string {
  return `${ACTIVITY_SCREEN}?item=${thing}`
}

export function isFiltered(filters: ActivityFilterState): boolean {
  return Object.values(filters).some((value) => value !== null)
}

export function queryOf({ entity, source, month, thing }: ActivityFilterState): ActivityQuery {
  return { ...(entity && { entity }), ...(source && { source }), ...(month && monthBounds(month)), ...(thing && { entityId: thing }) }
}

/** The past day that an address looks at; null for the present. */
export function dayOf(address: URLSearchParams): CalendarDate | null {
  const day = address.get('em')
  return day !== null && isCalendarDate(day) ? day : null
}

function keyOf<K extends string>(words: Record<K, string>, word: string | null): K | null {
  return (Object.keys(words) as K[]).find((key) => words[key] === word) ?? null
}
