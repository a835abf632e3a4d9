import 'reflect-metadata'
import { Body, Controller, Get, Module, Post, Query } from '@nestjs/common'
import { APP_GUARD, NestFactory } from '@nestjs/core'
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify'
import { AuthGuard } from '@prumo/backend/access/auth.guard'
import { SessionTokens } from '@prumo/backend/access/session-tokens'
import { Sessions } from '@prumo/backend/access/sessions'
import { Settings } from '@prumo/backend/platform/config/settings'
import { Database } from '@prumo/backend/platform/database/database'
import { DatabaseClock } from '@prumo/backend/platform/database/database-clock'
import { openDatabase } from '@prumo/backend/platform/database/open-database'
import { AccountId } from '@prumo/backend/platform/http/caller'
import { ContractPipe } from '@prumo/backend/platform/http/contract.pipe'
import { AccountLimits } from '@prumo/backend/platform/throttling/account-limits'
import { newTransaction, transactionFilter, type NewTransaction, type TransactionFilter } from '@prumo/shared/transactions'
import { TransactionRow } from '../append/typeorm.js'

/**
 * The same two routes in a plain program: Nest on Fastify, TypeORM's repository, one row a transaction. Sessions are checked
 * by the product's query, and input is validated by the product's contract.
 */
const { DATABASE_URL: url = '', JWT_SECRET: secret = '', PORT: port = '', REGISTRATION_GRACE_SECONDS: grace } = process.env
const database = await openDatabase({ url, entities: [TransactionRow] })
const transactions = database.dataSource.getRepository(TransactionRow)

@Controller('api/transactions')
class CrudController {
  @Post()
  async record(@AccountId() accountId: string, @Body({ schema: newTransaction }) body: NewTransaction) {
    const { id: _, transactionDate: date, ...rest } = body
    const row = await transactions.save(transactions.create({ ...rest, accountId, date, isConfirmed: true, isReceived: true }))
    return { transaction: answerOf(row) }
  }

  @Get()
  async list(@AccountId() accountId: string, @Query({ schema: transactionFilter }) { limit, type }: TransactionFilter) {
    const where = { accountId, ...(type && { type }) }
    const rows = await transactions.find({ where, order: { date: 'DESC', createdAt: 'DESC', id: 'DESC' }, take: limit + 1 })
    return { transactions: rows.slice(0, limit).map(answerOf), nextCursor: rows.length > limit ? 'more' : null }
  }
}

function answerOf({ accountId, amount, ...row }: TransactionRow) {
  return { ...row, userId: accountId, amount: amount / 100 }
}

const settings = { jwtSecrets: [secret], registrationGraceSeconds: Number(grace) } as unknown as Settings

@Module({
  controllers: [CrudController],
  providers: [
    Sessions,
    { provide: Settings, useValue: settings },
    { provide: SessionTokens, useValue: new SessionTokens(settings) },
    // A plain program has no rate limits.
    { provide: AccountLimits, useValue: { count: () => undefined } },
    { provide: Database, useValue: database },
    { provide: DatabaseClock, useValue: database.clock },
    { provide: APP_GUARD, useClass: AuthGuard },
  ],
})
class CrudModule {}

const app = await NestFactory.create<NestFastifyApplication>(CrudModule, new FastifyAdapter(), { logger: ['error'] })
app.useGlobalPipes(new ContractPipe())
await app.listen(Number(port), '127.0.0.1')
