import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm'

/** A device that receives notifications. It ends with its session. */
@Entity('reminder_devices')
export class ReminderDeviceEntity {
  @PrimaryColumn('uuid', { name: 'account_id' })
  accountId!: string

  @PrimaryColumn('uuid')
  id!: string

  @Column('uuid', { name: 'session_id' })
  sessionId!: string

  /** Such as "Chrome no Android". */
  @Column('text')
  device!: string

  /** A hash of the endpoint. */
  @Column('bytea')
  fingerprint!: Buffer

  /** Endpoint and keys, sealed under the account's key. */
  @Column('text')
  sealed!: string

  @CreateDateColumn({ type: 'timestamptz', precision: 3, name: 'created_at' })
  createdAt!: Date

  @Column({ type: 'timestamptz', precision: 3, name: 'last_delivered_at', nullable: true })
  lastDeliveredAt!: Date | null

  @Column({ type: 'timestamptz', precision: 3, name: 'failed_at', nullable: true })
  failedAt!: Date | null

  /** The day whose digest is done here: delivered or given up. */
  @Column('date', { name: 'done_day', nullable: true })
  doneDay!: string | null

  /** Deliveries of the present digest that failed. */
  @Column('integer')
  attempts!: number

  @Column({ type: 'timestamptz', precision: 3, name: 'retry_at', nullable: true })
  retryAt!: Date | null
}
