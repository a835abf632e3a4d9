/**
 * A number that the events of one kind of entity give to the entities of another, such as the receipts of a transaction. It is part of
 * their state without changing their version: it is read with their events, in the same statement, from the read model that keeps it.
 * A decider takes it by `withCount`.
 */
export interface LinkedCount {
  /** The kind of entity whose events change it. */
  readonly changedBy: string
  /** SQL of the numbers above zero of account `$1` by entity, as a JSON object. @param matches a condition on the SQL of an entity's id */
  readonly sql: (matches: (id: string) => string) => string
}
