/** A program under measurement, which does one kind of work as fast as it can for a while. */
export interface Contender {
  name: string
  /** The number of completed calls in a second, with so many parallel callers. */
  rate: (effort: Effort) => Promise<number>
}

/** The rates of one contender, in calls a second. */
export interface Rates {
  name: string
  rounds: number[]
}

export interface Effort {
  rounds: number
  /** The duration of a round of a contender. */
  seconds: number
  /** Parallel callers; each has one call under way at a time. */
  concurrency: number
}

/**
 * Measures contenders alternately, so that other load on the machine affects all of them alike. Each round begins with
 * another one. The first round warms up and is not counted.
 */
export async function measureInTurns(contenders: readonly Contender[], effort: Effort, between: () => Promise<void>): Promise<Rates[]> {
  const rates = new Map<string, number[]>(contenders.map(({ name }) => [name, []]))
  for (let round = 0; round <= effort.rounds; round++) {
    for (let turn = 0; turn < contenders.length; turn++) {
      const contender = contenders[(round + turn) % contenders.length] as Contender
      await between()
      const rate = await contender.rate(effort)
      if (round > 0) rates.get(contender.name)?.push(rate)
    }
  }
  return [...rates].map(([name, each]) => ({ name, rounds: each }))
}

/** A contender that is called in this process. @param once does the work; it receives the number of the caller */
export function repeatedCall(name: string, once: (lane: number) => Promise<unknown>): Contender {
  return { name, rate: (effort) => rateOf(once, effort) }
}

async function rateOf(once: (lane: number) => Promise<unknown>, { seconds, concurrency }: Effort): Promise<number> {
  let done = 0
  const startedAt = performance.now()
  const until = startedAt + seconds * 1000
  await Promise.all(
    Array.from({ length: concurrency }, async (_, lane) => {
      while (performance.now() < until) {
        await once(lane)
        done++
      }
    }),
  )
  return done / ((performance.now() - startedAt) / 1000)
}

/** Makes so many calls as fast as so many parallel callers can. */
export async function crowding(count: number, callers: number, once: (n: number) => Promise<unknown>): Promise<void> {
  let n = 0
  const call = async () => {
    while (n < count) await once(n++)
  }
  await Promise.all(Array.from({ length: callers }, call))
}

/** The milliseconds of each round of some work. @param work receives the round, from 0 */
export async function timesOf(rounds: number, work: (round: number) => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const started = performance.now()
    await work(round)
    times.push(performance.now() - started)
  }
  return times
}

export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? (sorted[middle] as number) : ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2
}
