import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm'

/** Someone who can sign in. The id is the account's; what else is known of a person is in the account's log. */
@Entity('users')
export class UserEntity {
  @PrimaryColumn('uuid')
  id!: string

  /** In clear, because login finds a person by it; unique across accounts. */
  @Column('text', { unique: true })
  email!: string

  @Column('text', { name: 'password_hash' })
  passwordHash!: string

  @CreateDateColumn({ type: 'timestamptz', precision: 3, name: 'created_at' })
  createdAt!: Date

  /** Whether the e-mail had the first minutes without a plan in another account that was erased not long ago. */
  @Column('boolean', { name: 'had_grace', default: false })
  hadGrace!: boolean
}
