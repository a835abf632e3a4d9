import { Bob } from '../bob'

/** The drawing of empty lists: blank ruled paper and the line. */
export function RuledPaper() {
  return (
    <svg width="220" height="150" viewBox="0 0 220 150" aria-hidden="true" focusable="false">
      <path stroke="var(--line-strong)" strokeWidth="1.5" d="M0 40h150M0 66h150M0 92h150M0 118h150" />
      <g fill="var(--skeleton)">
        <rect y="46" width="62" height="12" rx="3" />
        <rect y="72" width="44" height="12" rx="3" />
        <rect y="98" width="70" height="12" rx="3" />
      </g>
      <rect x="117.25" width="1.5" height="108" fill="var(--text)" />
      <Bob x={102} y={100} />
    </svg>
  )
}
