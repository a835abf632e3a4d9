import { readMeiObligations } from '../mei/mei-sheets.js'
import type { ObligationReader } from './digest-facts.js'

/** The obligations of the account's MEI; an account without a profile has none. */
export const readObligations: ObligationReader = readMeiObligations
