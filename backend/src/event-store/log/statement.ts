/** A piece of SQL with its own values, numbered from $1. */
export interface Statement {
  text: string
  values: readonly unknown[]
}

/**
 * A statement that runs within an append and must touch only the accounts that were appended to:
 * its text filters by `account_id` and `IF_APPENDED`.
 */
export type GatedStatement = Statement

/** The condition under which a gated statement may touch an account's rows. */
export const IF_APPENDED = '= any (array(select account_id from appended))'

/** The text with its placeholders moved up by `offset`, to stand in a larger statement. */
export function renumber(text: string, offset: number): string {
  return offset === 0 ? text : text.replace(/\$(\d+)/g, (_, number: string) => `$${Number(number) + offset}`)
}
