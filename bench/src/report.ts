import { median, type Rates } from './rounds.js'

/** A Markdown table of medians with the slowest and the fastest round, and each as a multiple of one of them. */
export function table(title: string, rates: readonly Rates[], measure?: Rates): string {
  const head = [title, 'median', 'min–max', ...(measure ? [`to ${measure.name}`] : [])]
  const times = (of: Rates) => (measure ? [`${ratio(of, measure).median.toFixed(2)} ×`] : [])
  return markdown(
    head,
    rates.map((each) => [each.name, ...medianAndRounds(each.rounds, whole), ...times(each)]),
  )
}

/** A bar: one contender does at least so many times as much as another; both are given by their index. */
export interface RatioBar {
  of: number
  to: number
  least: number
}

/** A Markdown table of ratios with their bars; the run fails where one does not hold. */
export function barTable(title: string, rates: readonly Rates[], bars: readonly RatioBar[]): string {
  const rows = bars.map(({ of, to, least }) => {
    const [one, other] = [rates[of], rates[to]] as [Rates, Rates]
    const found = ratio(one, other)
    return [
      `${one.name} to ${other.name}`,
      ...medianAndRounds(found.rounds, (number) => number.toFixed(2)),
      least.toFixed(2),
      verdict(found.median >= least),
    ]
  })
  return markdown([title, 'ratio', 'min–max', 'at least', ''], rows)
}

/** Formats whether a bar holds. If not, the process exits with 1. */
export function verdict(holds: boolean): string {
  if (!holds) process.exitCode = 1
  return holds ? 'holds' : 'DOES NOT HOLD'
}

/** The ratio of each round, because both contenders met the same conditions in it. */
function ratio(one: Rates, other: Rates): { median: number; rounds: number[] } {
  const rounds = one.rounds.map((rate, round) => rate / (other.rounds[round] as number))
  return { median: median(rounds), rounds }
}

function medianAndRounds(numbers: readonly number[], write: (number: number) => string): [string, string] {
  return [write(median(numbers)), `${write(Math.min(...numbers))}–${write(Math.max(...numbers))}`]
}

export function markdown(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map((_, column) => (column === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n')
}

/** The cost of the same work in two sizes, in milliseconds. */
export interface SizedCost {
  name: string
  small: number
  large: number
}

/** A Markdown table of costs, with the ratio and the difference of the larger size. */
export function costs(title: string, sizes: readonly [string, string], each: readonly SizedCost[]): string {
  const rows = each.map(({ name, small, large }) => [
    name,
    small.toFixed(2),
    large.toFixed(2),
    `${(large / small).toFixed(2)} ×`,
    (large - small).toFixed(2),
  ])
  return markdown([title, ...sizes, 'ratio', 'difference'], rows)
}

function whole(rate: number): string {
  return Math.round(rate).toLocaleString('en')
}
