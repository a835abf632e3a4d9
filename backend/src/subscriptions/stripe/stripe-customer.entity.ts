import { Column, Entity, Index, PrimaryColumn } from 'typeorm'

/** Whom Stripe knows of the accounts, and what is under way between the two. What was bought is in the account's log. */
@Entity('stripe_customers')
export class StripeCustomer {
  @PrimaryColumn('uuid', { name: 'account_id' })
  accountId!: string

  /** Null until Stripe made one. */
  @Index()
  @Column('text', { name: 'customer_id', nullable: true })
  customerId!: string | null

  /** How often Stripe was asked how the subscription stands: only what the latest look saw may be recorded. */
  @Column('bigint')
  looks!: number

  /** The checkout session that was begun last. */
  @Column('text', { name: 'session_id', nullable: true })
  sessionId!: string | null

  /** Until then somebody begins a checkout, and others wait. */
  @Column({ type: 'timestamptz', precision: 3, name: 'busy_until', nullable: true })
  busyUntil!: Date | null

  /** When what is known was last held to what Stripe says. */
  @Column({ type: 'timestamptz', precision: 3, name: 'reconciled_at', nullable: true })
  reconciledAt!: Date | null

  /** What differed then, by the names of the fields; null for nothing. */
  @Column('text', { nullable: true })
  difference!: string | null

  /** When the row was made. */
  @Column({ type: 'timestamptz', precision: 3, name: 'known_since' })
  knownSince!: Date

  /** How often Stripe refused what it was asked under a key, which it would answer the same for a day. */
  @Column('integer')
  refusals!: number

  /** Since when the looks are counted that the account asked for, at most a minute ago; how many; until when one is on its way. */
  @Column({ type: 'timestamptz', precision: 3, name: 'asked_since', nullable: true })
  askedSince!: Date | null

  @Column('integer')
  asked!: number

  @Column({ type: 'timestamptz', precision: 3, name: 'asking_until', nullable: true })
  askingUntil!: Date | null

  /** When Stripe was last asked how the subscription stands, to record it. */
  @Column({ type: 'timestamptz', precision: 3, name: 'looked_at', nullable: true })
  lookedAt!: Date | null
}
