/** Longest texts the contract accepts, in characters after trimming. */
export const MAX_TITLE = 200
export const MAX_CATEGORY = 60
export const MAX_NAME = 120
export const MAX_EMAIL = 254
export const MAX_PASSWORD = 200
export const MAX_MESSAGE = 5000

/** Passkeys of one account. */
export const MAX_PASSKEYS = 20

export const MIN_PASSWORD = 6
export const MIN_NAME = 2
