import { Inject, Module, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common'
import { HttpAdapterHost } from '@nestjs/core'
import type { FastifyInstance } from 'fastify'
import { Settings } from '../platform/config/settings.js'
import { Database } from '../platform/database/database.js'
import { routeOf } from '../platform/http/request-log.js'
import { Outbox } from '../jobs/outbox.js'
import { JobNotifier } from '../jobs/job-notifier.js'
import { HealthController } from './health.controller.js'
import { Metrics } from './metrics.js'
import { METRICS, MetricsController } from './metrics.controller.js'

/** Health checks, and metrics if an operator's token is set. */
@Module({
  controllers: [HealthController, MetricsController],
  providers: [
    {
      provide: METRICS,
      inject: [Settings, Database, Outbox, JobNotifier],
      useFactory: ({ opsToken }: Settings, database: Database, outbox: Outbox, notifier: JobNotifier) =>
        opsToken === null ? null : new Metrics(database, outbox, notifier),
    },
  ],
})
export class OperationsModule implements OnModuleInit, OnApplicationShutdown {
  constructor(
    private readonly http: HttpAdapterHost,
    @Inject(METRICS) private readonly metrics: Metrics | null,
  ) {}

  onModuleInit(): void {
    const { metrics } = this
    if (!metrics) return
    const server = this.http.httpAdapter.getInstance<FastifyInstance>()
    server.addHook('onResponse', (request, reply, done) => {
      metrics.answered({ method: request.method, route: routeOf(request), status: reply.statusCode, seconds: reply.elapsedTime / 1000 })
      done()
    })
  }

  onApplicationShutdown(): void {
    this.metrics?.close()
  }
}
