import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, Raw } from 'typeorm'
import { UserEntity } from '../access/user.entity.js'

/** A request for a new password. Deleted after use or expiry. */
@Entity('password_resets')
export class PasswordResetEntity {
  /** The mailed token derives from it. */
  @PrimaryColumn('uuid')
  id!: string

  /** Null if nothing is to be mailed: the e-mail is unknown or above its limit of mails. */
  @Column('uuid', { name: 'user_id', nullable: true })
  userId!: string | null

  @ManyToOne(() => UserEntity, { nullable: true, onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id' })
  user?: UserEntity | null

  @Column({ type: 'timestamptz', precision: 3, name: 'expires_at' })
  expiresAt!: Date
}

/** Matches unexpired requests, by Postgres' clock. */
export const isUnexpired = () => ({ expiresAt: Raw((column) => `${column} > now()`) })
