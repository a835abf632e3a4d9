/** The logo's mark, for places too small for the wordmark. */
export function Mark({ size = 28 }: { size?: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true" focusable="false">
      <path
        fill="currentColor"
        fillRule="evenodd"
        d="M8 3.2h5v1.45A8.9 8.9 0 1 1 13 19.75V23H8zM17.3 7.8a4.4 4.4 0 1 0 0 8.8 4.4 4.4 0 0 0 0-8.8z"
      />
      <path fill="var(--signal)" d="M8 23h5v3.9l-2.5 4.6L8 26.9z" />
    </svg>
  )
}
