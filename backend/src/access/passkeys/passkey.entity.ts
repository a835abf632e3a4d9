import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm'
import { UserEntity } from '../user.entity.js'

/** The public half of a passkey; the device keeps the private one. */
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

  /** The credential's id on the device, in base64url; unique across accounts. */
  @Column('text', { name: 'credential_id', unique: true })
  credentialId!: string

  /** In COSE format. */
  @Column('bytea', { name: 'public_key' })
  publicKey!: Buffer

  /** The device's signature counter; 0 if it has none. */
  @Column('bigint')
  counter!: number

  /** How browsers reach the device, such as `internal` or `usb`. */
  @Column('simple-array')
  transports!: string[]

  @Column({ type: 'timestamptz', precision: 3, name: 'created_at' })
  createdAt!: Date

  @Column({ type: 'timestamptz', precision: 3, name: 'last_used_at', nullable: true })
  lastUsedAt!: Date | null
}
