import { monthOf } from '@prumo/shared/calendar'
import * as ask from '../data/api-requests'
import { today } from '../lib/dates'
import { read, storageKeys } from '../lib/device-storage'
import '../lib/prefetched-answers'
import { requestAddress, type ApiQuery } from '../lib/api-query'

/**
 * Asks for what a screen is going to show while its code is still on its way; lib/prefetched-answers.ts hands the answers on. A
 * hint and no more: what is not asked here the screen asks itself. journeys/shell.spec.ts holds the two together.
 */

const TIMEOUT_MS = 20_000
/** A form lies over the same screen; another month or a filter shows something else. */
const SAME_SCREEN = /^(?:\?(?:nova|editar|exportar|aba|adicionar|retirar|progresso)=[^&]*)?$/

const now = today()
const short = ([filter, limit]: (typeof ask.shortLists)[keyof typeof ask.shortLists]) =>
  ask.transactionsRequest(ask.resolveDates(filter, now), limit)

/** What stands around every screen. */
const shellQueries = [short(ask.shortLists.waiting), ask.goalsRequest]

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

const area = read('session', storageKeys.token) ? 'session' : 'local'
const token = read(area, storageKeys.token)
const screen = /^\/dashboard(?:\/(\w*))?\/?$/.exec(location.pathname)
if (token && screen) prefetch(token, screenQueries[screen[1] ?? ''])

function prefetch(bearer: string, questions: readonly ApiQuery[] | undefined): void {
  const ofScreen = questions && SAME_SCREEN.test(location.search) ? [...questions, ...shellQueries] : []
  // A token of which nobody here knows whose it is: no screen comes before that answer.
  const wanted = read(area, storageKeys.user) === null ? [ask.userRequest, ...ofScreen] : ofScreen
  const answers = wanted.map((question) => {
    const address = requestAddress(question)
    const answer = fetch(`/api${address}`, {
      headers: { Authorization: `Bearer ${bearer}` },
      cache: 'no-store',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    // Whoever takes it hears of a failure; nobody may.
    answer.catch(() => undefined)
    return [address, answer] as const
  })
  window.prumoPrefetch = { token: bearer, at: Date.now(), answers: Object.fromEntries(answers) }
}
