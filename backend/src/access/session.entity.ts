import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm'

/** A session; it counts as long as its row is there and has not ended, whatever its token says. */
@Entity('sessions')
export class SessionEntity {
  @PrimaryColumn('uuid', { name: 'user_id' })
  userId!: string

  @PrimaryColumn('uuid')
  id!: string

  @Column({ type: 'timestamptz', precision: 3, name: 'expires_at' })
  expiresAt!: Date

  @CreateDateColumn({ type: 'timestamptz', precision: 3, name: 'created_at' })
  createdAt!: Date

  /** Until when the person counts as having shown again that it is them; null where they never did. */
  @Column({ type: 'timestamptz', precision: 3, name: 'confirmed_until', nullable: true })
  confirmedUntil!: Date | null

  /** Such as "Chrome no Android". */
  @Column('text')
  device!: string

  /** Where it was seen last. */
  @Column('text', { nullable: true })
  address!: string | null

  /** To within minutes. */
  @Column({ type: 'timestamptz', precision: 3, name: 'last_seen_at' })
  lastSeenAt!: Date
}
