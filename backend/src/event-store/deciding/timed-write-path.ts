import { CommandHandler } from '@nestjs/cqrs'
import { Rejected } from '@prumo/shared/rejections'
import { Signal } from '../../platform/signal.js'
import { Execute, type Outcome } from './execute.js'
import { WritePath } from './write-path.js'

/** What a command came to. */
export interface ExecutedCommand {
  /** The command's type, such as `RecordTransaction`. */
  command: string
  outcome: 'done' | 'replayed' | 'refused' | 'failed'
  seconds: number
}

/** Told after each command, however it ended. */
export const commandExecuted = new Signal<ExecutedCommand>('command-executed')

/** The write path as the command bus has it: it tells what each command came to. */
@CommandHandler(Execute)
export class TimedWritePath extends WritePath {
  override async execute<Answer>(command: Execute<Answer>): Promise<Outcome<Answer>> {
    const begun = performance.now()
    const tell = (outcome: ExecutedCommand['outcome']) => {
      const { type } = command.intent.command
      commandExecuted.tell({ command: type, outcome, seconds: (performance.now() - begun) / 1000 })
    }
    try {
      const outcome = await super.execute(command)
      tell(outcome.replayed ? 'replayed' : 'done')
      return outcome
    } catch (error) {
      tell(error instanceof Rejected ? 'refused' : 'failed')
      throw error
    }
  }
}
