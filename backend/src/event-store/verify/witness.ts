/** A plain table beside the log that speaks of accounts, and what of it has to agree with the log. */
export interface Witness {
  readonly table: string
  /** The column that holds the account. */
  readonly account: string
  /** SQL that tells, in `problem` of its rows, what of the account `$1` does not agree; in words that hold no one's data. */
  readonly problems: string
}
