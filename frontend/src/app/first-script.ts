declare global {
  interface Window {
    /** Absent in browsers without Trusted Types. */
    trustedTypes?: { defaultPolicy: object | null }
  }
}

/**
 * Whether the page's first script ran (`public/first-paint.js`). Without its policy the browser refuses to draw the app. The page is
 * then reloaded once; if the script is missing again, the notice that the app did not open is shown.
 */
export function hasFirstScript(): boolean {
  if (window.trustedTypes?.defaultPolicy !== null) return true
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (navigation?.type === 'reload') document.getElementById('unopened')?.removeAttribute('hidden')
  else window.location.reload()
  return false
}
