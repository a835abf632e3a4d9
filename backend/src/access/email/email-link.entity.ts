import { Column, Entity, PrimaryColumn } from 'typeorm'

/** Why an address is to be confirmed: it is the account's first one, or it takes that one's place. */
export type LinkPurpose = 'verify' | 'change'

/** A link by which a person shows that they read an address. A newer one of its purpose takes its row; use deletes it. */
@Entity('email_links')
export class EmailLink {
  @PrimaryColumn('uuid', { name: 'user_id' })
  userId!: string

  @PrimaryColumn('text')
  purpose!: LinkPurpose

  /** What the mailed token is made from. */
  @Column('uuid')
  id!: string

  /** Sealed under the server's key. */
  @Column('bytea')
  address!: Buffer

  @Column({ type: 'timestamptz', precision: 3, name: 'expires_at' })
  expiresAt!: Date
}
