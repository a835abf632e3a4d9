import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm'

/** A person who can sign in. The id is the account's; all other personal data is in the account's log. */
@Entity('users')
export class UserEntity {
  @PrimaryColumn('uuid')
  id!: string

  /** In clear, because login searches by it; unique across accounts. */
  @Column('text', { unique: true })
  email!: string

  @Column('text', { name: 'password_hash' })
  passwordHash!: string

  @CreateDateColumn({ type: 'timestamptz', precision: 3, name: 'created_at' })
  createdAt!: Date

  /** Whether the e-mail used its grace period in another account, erased recently. */
  @Column('boolean', { name: 'had_grace', default: false })
  hadGrace!: boolean
}
