import { Rejected, type RejectionCode } from '@prumo/shared/rejections'
import type { DomainEvent, RecordedEvent } from '@prumo/backend/event-store/stream/event'
import type { Decider } from '@prumo/backend/event-store/decider/decider'

const ACCOUNT = '00000000-0000-7000-8000-00000000000a'
const ENTITY = '00000000-0000-7000-8000-00000000000e'

/**
 * The language of the deciders' tests: given the history, when a command is decided, then these events follow, or it is
 * refused. The events are one minute apart, from 1 January 2026 at noon UTC.
 */
export function given<Command, State, Event extends DomainEvent>(decider: Decider<Command, State, Event>, ...history: Event[]) {
  const state = fold(decider, history)
  return {
    /** The state after the history. */
    state,
    when(command: Command) {
      const decide = () => decider.decide(command, state)
      return {
        then(...expected: Event[]): void {
          expect(decide()).toEqual(expected)
        },
        thenNothing(): void {
          expect(decide()).toEqual([])
        },
        thenRejected(code: RejectionCode, text?: string): void {
          expect(decide).toThrow(Rejected)
          expect(() => decide()).toThrow(expect.objectContaining({ code, ...(text !== undefined && { message: text }) }))
        },
        /** The state after the command. */
        thenState(): State {
          return fold(decider, [...history, ...decide()])
        },
      }
    },
  }
}

function fold<Command, State, Event extends DomainEvent>(decider: Decider<Command, State, Event>, history: readonly Event[]): State {
  return history.reduce<State>((state, event, index) => decider.evolve(state, placed(decider.entity, event, index)), decider.initial)
}

function placed<Event extends DomainEvent>(entity: string, event: Event, index: number): RecordedEvent<Event> {
  return {
    ...event,
    accountId: ACCOUNT,
    seq: index + 1,
    entity,
    entityId: ENTITY,
    entityVersion: index + 1,
    recordedAt: new Date(Date.UTC(2026, 0, 1, 12, index)).toISOString(),
    meta: { commandId: ENTITY, actor: ACCOUNT, source: 'app' },
  }
}
