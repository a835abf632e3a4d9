import { Column, Entity, PrimaryColumn } from 'typeorm'

/** Why an address is to be confirmed: it is the account's first one, or it takes that one's place. */
export type LinkPurpose = 'verify' | 'change'

/** A link by which a person shows that they read an address. A newer one of its purpose takes its row. */
@Entity('email_links')
export class EmailLink {
  @PrimaryColumn('uuid', { name: 'user_id' })
  userId!: string

  @PrimaryColumn('text')
  purpose!: LinkPurpose

  /** What the mailed token is made from. */
  @Column('uuid')
  id!: string

  /** Sealed under the server's key; null once the link was used. */
  @Column('bytea', { nullable: true })
  address!: Buffer | null

  /** Kept until its time is over, so that a repeat is answered as it was. */
  @Column({ type: 'timestamptz', precision: 3, name: 'used_at', nullable: true })
  usedAt!: Date | null

  @Column({ type: 'timestamptz', precision: 3, name: 'expires_at' })
  expiresAt!: Date
}
