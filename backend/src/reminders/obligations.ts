import type { ObligationReader } from './digest-facts.js'

/** An account without a profile as a MEI has no obligations. */
export const readObligations: ObligationReader = async () => []
