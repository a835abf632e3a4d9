import { Column, DataSource, Entity, Index, PrimaryGeneratedColumn, VersionColumn, CreateDateColumn, UpdateDateColumn } from 'typeorm'
import { v7 as newId } from 'uuid'
import { repeatedCall } from '../rounds.js'
import type { OpenedStore } from './opened.js'
import { transactionAt } from './sale.js'

/** A transaction in a plain CRUD program: the columns of the product's list, with the same index. */
@Entity('transactions')
@Index(['accountId', 'date', 'createdAt', 'id'])
export class TransactionRow {
  @PrimaryGeneratedColumn('uuid') id!: string
  @Column('uuid') accountId!: string
  @Column('text') description!: string
  @Column('bigint') amount!: number
  @Column('text') type!: string
  @Column('text', { nullable: true }) category!: string | null
  @Column('date') date!: string
  @Column('boolean') isScheduled!: boolean
  @Column('boolean') isConfirmed!: boolean
  @Column('boolean') isReceived!: boolean
  @CreateDateColumn({ type: 'timestamptz', precision: 3 }) createdAt!: Date
  @UpdateDateColumn({ type: 'timestamptz', precision: 3 }) updatedAt!: Date
  @VersionColumn() version!: number
}

/** A usual audit trail: a row for each change, beside the changed row. */
@Entity('audit')
@Index(['accountId', 'at'])
export class AuditRow {
  @PrimaryGeneratedColumn('uuid') id!: string
  @Column('uuid') accountId!: string
  @Column('uuid') entityId!: string
  @Column('text') action!: string
  @Column('json') after!: object
  @CreateDateColumn({ type: 'timestamptz', precision: 3 }) at!: Date
}

export function openTypeOrm(url: string, connections: number): Promise<DataSource> {
  return new DataSource({
    type: 'postgres',
    url,
    entities: [TransactionRow, AuditRow],
    poolSize: connections,
    synchronize: true,
    logging: false,
  }).initialize()
}

export function rowOf(accountId: string, n: number): Partial<TransactionRow> {
  const { transactionDate: date, ...rest } = transactionAt(n)
  return { ...rest, accountId, date, isConfirmed: true, isReceived: true }
}

/** Plain CRUD: only the row. */
export async function typeOrmSave(url: string, lanes: number, connections: number): Promise<OpenedStore> {
  const source = await openTypeOrm(url, connections)
  const transactions = source.getRepository(TransactionRow)
  const accounts = Array.from({ length: lanes }, () => newId())
  let n = 0
  return {
    ...repeatedCall('TypeORM save', (lane) => transactions.save(transactions.create(rowOf(accounts[lane] as string, n++)))),
    close: () => source.destroy(),
  }
}

/** CRUD with an audit row in the same transaction. */
export async function typeOrmAudit(url: string, lanes: number, connections: number): Promise<OpenedStore> {
  const source = await openTypeOrm(url, connections)
  const accounts = Array.from({ length: lanes }, () => newId())
  let n = 0
  return {
    ...repeatedCall('TypeORM row and audit row', (lane) =>
      source.transaction(async (manager) => {
        const row = await manager.save(manager.create(TransactionRow, rowOf(accounts[lane] as string, n++)))
        await manager.save(
          manager.create(AuditRow, { accountId: row.accountId, entityId: row.id, action: 'created', after: rowOf(row.accountId, n) }),
        )
      }),
    ),
    close: () => source.destroy(),
  }
}
