/** The plumb bob. It hangs from a line that ends at y = 8 of its 32. Never used as the logo. */
export function Bob({ x = 0, y = 0 }: { x?: number; y?: number }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <rect fill="var(--text)" x="12.4" y="8" width="7.2" height="3.2" rx="1" />
      <path
        fill="var(--signal)"
        d="M9 14.2a1.7 1.7 0 0 1 1.7-1.7h10.6a1.7 1.7 0 0 1 1.7 1.7v3.1c0 .75-.2 1.5-.57 2.15L16 31 9.57 19.45A4.4 4.4 0 0 1 9 17.3z"
      />
    </g>
  )
}
