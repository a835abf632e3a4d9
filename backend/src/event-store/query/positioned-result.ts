import type { Position, Reflected } from '@prumo/shared/freshness'

/** A part of an answer that workers precomputed, and the position it reflects. */
export interface ComputedPart {
  name: string
  /** Null for the position of the whole answer. */
  seq: number | null
  /** Changes whenever the part does; null when it was computed for this answer only. */
  stamp: string | null
}

/** An answer with the log position it reflects: every event up to it, and none after. */
export class PositionedResult<Answer> {
  constructor(
    readonly answer: Answer,
    readonly position: Position,
    readonly part: ComputedPart | null = null,
    /** Whether the same query gives the same answer while log, part and date stay the same. */
    readonly isRepeatable = true,
  ) {}

  /** Transforms the answer; the result may depend on nothing else. */
  map<Other>(change: (answer: Answer) => Other): PositionedResult<Other> {
    return new PositionedResult(change(this.answer), this.position, this.part, this.isRepeatable)
  }

  /** Marks a part as precomputed. */
  withPart(part: ComputedPart): PositionedResult<Answer> {
    return new PositionedResult(this.answer, this.position, part, this.isRepeatable && part.stamp !== null)
  }

  /** Marks an answer that depends on more than the log. */
  unrepeatable(): PositionedResult<Answer> {
    return new PositionedResult(this.answer, this.position, this.part, false)
  }

  /** The position for the `Prumo-Seq` header. */
  get reflected(): Reflected {
    const { position, part } = this
    return { ...position, parts: part ? { [part.name]: part.seq ?? position.seq } : {} }
  }
}
