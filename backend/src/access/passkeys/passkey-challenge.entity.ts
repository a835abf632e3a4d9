import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm'
import { UserEntity } from '../user.entity.js'

/** What a challenge may be answered for. */
export type ChallengePurpose = 'add' | 'login' | 'confirm'

/** Something random that a device is asked to sign. Gone once it was answered or its five minutes are over. */
@Entity('passkey_challenges')
export class PasskeyChallenge {
  /** In base64url. */
  @PrimaryColumn('text')
  challenge!: string

  @Column('text')
  purpose!: ChallengePurpose

  /** Null before there is a session. */
  @Column('uuid', { name: 'user_id', nullable: true })
  userId!: string | null

  @ManyToOne(() => UserEntity, { nullable: true, onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id' })
  user?: UserEntity | null

  @Column('uuid', { name: 'session_id', nullable: true })
  sessionId!: string | null

  @Column({ type: 'timestamptz', precision: 3, name: 'expires_at' })
  expiresAt!: Date
}
