/** Maximum text lengths of the contract, in code points of the normalised text. */
export const MAX_TITLE = 200
export const MAX_CATEGORY = 60
export const MAX_NOTE = 500
export const MAX_NAME = 120
export const MAX_WALLET_NAME = 60
export const MAX_RULE_TEXT = 60
export const MAX_EMAIL = 254
export const MAX_PASSWORD = 200
export const MAX_MESSAGE = 5000

/** Passkeys per account. */
export const MAX_PASSKEYS = 20

/** Per account, not counting deleted ones. */
export const MAX_GOALS = 2_000
export const MAX_TASKS = 10_000
export const MAX_RECURRENCES = 500
export const MAX_WALLETS = 50
export const MAX_RULES = 1_000
/** People who may look into the account at the same time. */
export const MAX_GRANTS = 5
/** Months and years of which something was delivered. */
export const MAX_DELIVERIES = 2_000
/** All months of the calendar. */
export const MAX_CLOSED_MONTHS = 2_772
/** Categories that a list is filtered by. */
export const MAX_FILTERED_CATEGORIES = 30
/** Per recurrence: changes of its terms, and separately pauses. */
export const MAX_RECURRENCE_CHANGES = 200

export const MIN_PASSWORD = 6
export const MIN_NAME = 2
export const MIN_RULE_TEXT = 2

/** How long the link of an invitation is valid. */
export const GUEST_LINK_DAYS = 7

/** How long a session lasts that is not remembered. */
export const SESSION_HOURS = 12
