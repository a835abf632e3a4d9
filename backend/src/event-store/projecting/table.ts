export type Value = string | number | boolean | null
export type Row = Readonly<Record<string, Value>>

/** A table of a read model. It is made from the log alone, so it is rebuilt, never migrated. */
export interface Table {
  readonly name: string
  /** Raised with every change of shape or meaning: the program then makes the table again from the log. */
  readonly version: number
  /** Column to SQL type, such as `bigint not null`; `account_id` leads. */
  readonly columns: Readonly<Record<string, string>>
  /** Primary key, beginning with `account_id`. */
  readonly key: readonly string[]
  /** Columns whose first value stays when a row is put again. */
  readonly keep?: readonly string[]
  /** What follows `on <table>` in `create index`, such as `(account_id, date desc)`. */
  readonly indexes?: readonly string[]
}
