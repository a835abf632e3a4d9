import { Column, Entity, PrimaryColumn } from 'typeorm'

/** How often something was tried in a window of time; the key tells of whom without naming an address or an e-mail. */
@Entity('attempt_counters')
export class AttemptCounter {
  @PrimaryColumn('text')
  key!: string

  @Column('integer')
  attempts!: number

  @Column({ type: 'timestamptz', name: 'window_ends_at' })
  windowEndsAt!: Date
}
