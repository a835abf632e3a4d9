import type { Mixed } from './mix/mix.js'
import type { Rates } from './rounds.js'

/** A Markdown table of medians, how far rounds lay apart, and how many times as much as one of them each is. */
export function table(title: string, rates: readonly Rates[], measure?: Rates): string {
  const times = (median: number) => (measure ? [`${(median / measure.median).toFixed(2)} ×`] : [])
  const head = [title, 'median', 'spread of the rounds', ...(measure ? [`to ${measure.name}`] : [])]
  return markdown(head, rates.map(({ name, median, spread }) => [name, whole(median), `${Math.round(spread * 100)} %`, ...times(median)]))
}

/** The same for the mix beside the kinds it is made of. */
export function mixTable(title: string, { mix, harmonic, singles }: Mixed): string {
  const shares = singles.reduce((sum, { share }) => sum + share, 0)
  const rows = singles.map(({ name, share, rate }) => [name, whole(rate), `${Math.round((share / shares) * 100)} %`])
  return markdown(
    [title, 'rate', 'of the mix'],
    [...rows, ['harmonic mean of these', whole(harmonic), ''], ['all of them mixed', whole(mix), `${(mix / harmonic).toFixed(2)} × the mean`]],
  )
}

export function markdown(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map((_, column) => (column === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n')
}

/** What the same costs in two sizes, in milliseconds. */
export interface Cost {
  name: string
  small: number
  large: number
}

/** A Markdown table of costs, with how many times as much the larger pays and how much more. */
export function costs(title: string, sizes: readonly [string, string], each: readonly Cost[]): string {
  const rows = each.map(({ name, small, large }) => [name, small.toFixed(2), large.toFixed(2), `${(large / small).toFixed(2)} ×`, (large - small).toFixed(2)])
  return markdown([title, ...sizes, 'ratio', 'difference'], rows)
}

function whole(rate: number): string {
  return Math.round(rate).toLocaleString('en')
}
