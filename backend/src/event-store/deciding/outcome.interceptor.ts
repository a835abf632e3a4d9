import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common'
import { map, type Observable } from 'rxjs'
import { replyOf } from '../../platform/http/caller.js'
import { Outcome } from './execute.js'

/** Answers with what a command's outcome holds, and says when it is the answer of an earlier execution. */
@Injectable()
export class OutcomeInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(
      map((result: unknown) => {
        if (!(result instanceof Outcome)) return result
        if (result.replayed) replyOf(context).header('Idempotent-Replayed', 'true')
        return result.answer
      }),
    )
  }
}
