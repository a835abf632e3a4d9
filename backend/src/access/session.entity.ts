import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm'

/** A session. It is valid while its row exists and has not expired, whatever its token says. */
@Entity('sessions')
export class SessionEntity {
  @PrimaryColumn('uuid', { name: 'user_id' })
  userId!: string

  @PrimaryColumn('uuid')
  id!: string

  /** The grant of a guest's session; null for the account's own user. */
  @Column('uuid', { name: 'grant_id', nullable: true })
  grantId!: string | null

  @Column({ type: 'timestamptz', precision: 3, name: 'expires_at' })
  expiresAt!: Date

  @CreateDateColumn({ type: 'timestamptz', precision: 3, name: 'created_at' })
  createdAt!: Date

  /** Until when the session counts as confirmed; null if it never was. */
  @Column({ type: 'timestamptz', precision: 3, name: 'confirmed_until', nullable: true })
  confirmedUntil!: Date | null

  /** Such as "Chrome no Android". */
  @Column('text')
  device!: string

  /** The last address it was used from. */
  @Column('text', { nullable: true })
  address!: string | null

  /** Precise to a few minutes. */
  @Column({ type: 'timestamptz', precision: 3, name: 'last_seen_at' })
  lastSeenAt!: Date
}
