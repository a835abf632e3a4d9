import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm'
import { UserEntity } from '../user.entity.js'

/** A key that a device keeps and somebody comes in with; here is the public half alone. */
@Entity('passkeys')
export class PasskeyEntity {
  @PrimaryColumn('uuid', { name: 'user_id' })
  userId!: string

  @ManyToOne(() => UserEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id' })
  user?: UserEntity

  @PrimaryColumn('uuid')
  id!: string

  @Column('text')
  name!: string

  /** What the device calls it, in base64url; unique across accounts. */
  @Column('text', { name: 'credential_id', unique: true })
  credentialId!: string

  /** In COSE form. */
  @Column('bytea', { name: 'public_key' })
  publicKey!: Buffer

  /** How often the device has signed; 0 where it does not count. */
  @Column('bigint')
  counter!: number

  /** How a browser may reach the device, such as `internal` or `usb`. */
  @Column('simple-array')
  transports!: string[]

  @Column({ type: 'timestamptz', precision: 3, name: 'created_at' })
  createdAt!: Date

  @Column({ type: 'timestamptz', precision: 3, name: 'last_used_at', nullable: true })
  lastUsedAt!: Date | null
}
