import type { Rates } from './rounds.js'

/** A Markdown table of medians, how far rounds lay apart, and how many times as much as one of them each is. */
export function table(title: string, rates: readonly Rates[], measure?: Rates): string {
  const times = (median: number) => (measure ? [`${(median / measure.median).toFixed(2)} ×`] : [])
  const head = [title, 'median', 'spread of the rounds', ...(measure ? [`to ${measure.name}`] : [])]
  const rows = rates.map(({ name, median, spread }) => [name, Math.round(median).toLocaleString('en'), `${Math.round(spread * 100)} %`, ...times(median)])
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map((_, column) => (column === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n')
}
