import type { Position, Reflected } from '@prumo/shared/freshness'

/** Of a part that workers computed, what it reflects. */
export interface ComputedPart {
  name: string
  /** A position of the log; null for that of the answer it is in. */
  seq: number | null
  /** What is another text once the part is another; null where it was computed for this answer alone. */
  stamp: string | null
}

/** An answer with the position of the log that it reflects: all up to there and nothing beyond. */
export class PositionedResult<Answer> {
  constructor(
    readonly answer: Answer,
    readonly position: Position,
    readonly part: ComputedPart | null = null,
    /** Whether the same question has the same answer while neither the log nor the part moves, on the same day. */
    readonly isRepeatable = true,
  ) {}

  /** Something made of the answer, and of nothing else. */
  map<Other>(change: (answer: Answer) => Other): PositionedResult<Other> {
    return new PositionedResult(change(this.answer), this.position, this.part, this.isRepeatable)
  }

  /** The same, a part of which workers computed. */
  withPart(part: ComputedPart): PositionedResult<Answer> {
    return new PositionedResult(this.answer, this.position, part, this.isRepeatable && part.stamp !== null)
  }

  /** The same, for which more than the log was asked. */
  unrepeatable(): PositionedResult<Answer> {
    return new PositionedResult(this.answer, this.position, this.part, false)
  }

  /** What the answer's header says of it. */
  get reflected(): Reflected {
    const { position, part } = this
    return { ...position, parts: part ? { [part.name]: part.seq ?? position.seq } : {} }
  }
}
