import { Column, Entity, PrimaryColumn } from 'typeorm'

/** Whether an address is the account's first, or replaces its present one. */
export type LinkPurpose = 'verify' | 'change'

/** A link that proves ownership of an address. A newer one of the same purpose replaces its row; use deletes it. */
@Entity('email_links')
export class EmailLink {
  @PrimaryColumn('uuid', { name: 'user_id' })
  userId!: string

  @PrimaryColumn('text')
  purpose!: LinkPurpose

  /** The mailed token derives from it. */
  @Column('uuid')
  id!: string

  /** Sealed under the server's key. */
  @Column('bytea')
  address!: Buffer

  @Column({ type: 'timestamptz', precision: 3, name: 'expires_at' })
  expiresAt!: Date
}
