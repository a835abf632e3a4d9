import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, Raw } from 'typeorm'
import { UserEntity } from '../access/user.entity.js'

/** A request for a new password. Gone once it was used or its time is over. */
@Entity('password_resets')
export class PasswordResetEntity {
  /** What the mailed token is made from. */
  @PrimaryColumn('uuid')
  id!: string

  /** Null where nothing is to be mailed: nobody has the e-mail, or it was asked for too often. */
  @Column('uuid', { name: 'user_id', nullable: true })
  userId!: string | null

  @ManyToOne(() => UserEntity, { nullable: true, onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id' })
  user?: UserEntity | null

  @Column({ type: 'timestamptz', precision: 3, name: 'expires_at' })
  expiresAt!: Date
}

/** Of requests whose hour is not over; Postgres' clock decides, which set it. */
export const isUnexpired = () => ({ expiresAt: Raw((column) => `${column} > now()`) })
