import { Body, Controller, Delete, Get, HttpCode, Param, Post } from '@nestjs/common'
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger'
import { entityPath, type EntityPath } from '@prumo/shared/fields'
import { grantAnswer, grantList, newGrant, type GrantAnswer, type GrantList, type NewGrant } from '@prumo/shared/guests'
import type { CommandOutcome } from '../event-store/decider/command.js'
import type { PositionedResult } from '../event-store/query/positioned-result.js'
import { Answers, Refuses } from '../platform/http/api-answers.js'
import { AccountId, Confirmed, CountedWithoutSubscription, WithoutSubscription } from '../platform/http/caller.js'
import { Commanding, type HttpCommandContext } from '../platform/http/command-request.js'
import { LimitAttempts } from '../platform/throttling/attempts.js'
import { AccountGrants } from './grants.js'

/** Who may look into the account. An access can be seen and ended without a subscription. */
@ApiTags('access')
@ApiBearerAuth()
@Controller('access')
export class GrantsController {
  constructor(private readonly grants: AccountGrants) {}

  @Get()
  @WithoutSubscription()
  @Answers(200, grantList)
  async list(@AccountId() account: string): Promise<PositionedResult<GrantList>> {
    return (await this.grants.list(account)).map((grants) => ({ grants }))
  }

  @Post()
  @Confirmed()
  @LimitAttempts({ minutes: 60, address: 60, account: 30 })
  @Answers(201, grantAnswer)
  @Refuses(400, 409, 422)
  invite(@Commanding() request: HttpCommandContext, @Body({ schema: newGrant }) body: NewGrant): Promise<CommandOutcome<GrantAnswer>> {
    return this.grants.invite(request, body)
  }

  @Delete(':id')
  @HttpCode(204)
  @WithoutSubscription()
  @CountedWithoutSubscription()
  @Refuses(404, 412, 422, 429)
  end(@Commanding() request: HttpCommandContext, @Param({ schema: entityPath }) { id }: EntityPath): Promise<CommandOutcome<null>> {
    return this.grants.end(request, id)
  }
}
