import { monthOf } from '@prumo/shared/calendar'
import * as ask from '../data/api-requests'
import { today } from '../lib/dates'
import { read, storageKeys } from '../lib/device-storage'
import '../lib/prefetched-answers'
import { requestAddress, type ApiQuery } from '../lib/api-query'

/**
 * Requests a screen's data while its code loads; lib/prefetched-answers.ts hands the answers over. Only an optimization: a query
 * missing here is requested by the screen itself. journeys/shell.spec.ts checks that both lists agree.
 */

const TIMEOUT_MS = 20_000
/** These parameters open a form over the same screen; others, such as a month or a filter, show other data. */
const SAME_SCREEN = /^(?:\?(?:nova|editar|exportar|aba|adicionar|retirar|progresso)=[^&]*)?$/

const now = today()
const short = ([filter, limit]: (typeof ask.shortLists)[keyof typeof ask.shortLists]) =>
  ask.transactionsRequest(ask.resolveDates(filter, now), limit)

/** The queries of the shell around every screen. */
const shellQueries = [short(ask.shortLists.waiting), ask.goalsRequest, ask.walletsRequest]

const screenQueries: Readonly<Record<string, readonly ApiQuery[]>> = {
  '': [
    ask.monthsRequest(null),
    ask.newestSettledRequest(monthOf(now)),
    short(ask.shortLists.latest),
    ask.tasksRequest,
    ask.summaryRequest(ask.previousMonthToDate(now)),
    short(ask.shortLists.expected),
  ],
  transactions: [ask.transactionsRequest({}), ask.summaryRequest({}), ask.categoriesRequest],
  forecast: [ask.forecastRequest, ask.balanceRequest, short(ask.shortLists.expected)],
  contas: [],
  mei: [ask.meiRequest],
  goals: [],
  emergency: [
    ask.fundRequest,
    ask.fundAnalysisRequest,
    ask.expenseAverageRequest,
    ask.movementsRequest(),
    ...ask.averagedPeriods(now).map(ask.summaryRequest),
  ],
  tasks: [ask.tasksRequest],
  review: [],
  settings: [],
}

/** What guests read; the rest is closed to them. */
const GUEST_SCREENS = new Set(['transactions', 'mei', 'reports'])

const area = read('session', storageKeys.token) ? 'session' : 'local'
const token = read(area, storageKeys.token)
const screen = /^\/dashboard(?:\/(\w*))?\/?$/.exec(location.pathname)
if (token && screen) prefetch(token, screenQueries[screen[1] ?? ''])

function prefetch(bearer: string, queries: readonly ApiQuery[] | undefined): void {
  const isGuest = (read(area, storageKeys.user) ?? '').includes('"visit":')
  const ofShell = isGuest ? [ask.walletsRequest] : shellQueries
  const isOpen = !isGuest || GUEST_SCREENS.has(screen?.[1] ?? '')
  const ofScreen = queries && isOpen && SAME_SCREEN.test(location.search) ? [...queries, ...ofShell] : []
  // Without a stored user the token has to be verified before any screen appears.
  const all = read(area, storageKeys.user) === null ? [ask.userRequest, ...ofScreen] : ofScreen
  const answers = all.map((query) => {
    const address = requestAddress(query)
    const answer = fetch(`/api${address}`, {
      headers: { Authorization: `Bearer ${bearer}` },
      cache: 'no-store',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    // Marks the rejection as handled: an answer that is never taken must not report it.
    answer.catch(() => undefined)
    return [address, answer] as const
  })
  window.prumoPrefetch = { token: bearer, at: Date.now(), answers: Object.fromEntries(answers) }
}
