import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm'

/** That Stripe said something happened: of what and when, and nothing of what it said. */
@Entity('stripe_deliveries')
export class StripeDelivery {
  /** Stripe's id of the event, the same in each delivery of it. */
  @PrimaryColumn('text')
  id!: string

  @Column('text')
  type!: string

  /** Null for the few events that are about nothing with an id. */
  @Column('text', { name: 'object_id', nullable: true })
  objectId!: string | null

  /** When it happened, by Stripe's clock. */
  @Column({ type: 'timestamptz', precision: 3, name: 'happened_at' })
  happenedAt!: Date

  @CreateDateColumn({ type: 'timestamptz', precision: 3, name: 'received_at' })
  receivedAt!: Date
}
