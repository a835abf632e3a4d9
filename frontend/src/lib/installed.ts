/**
 * Whether this is the installed application rather than a browser tab. Kept apart from the install offer, which few screens need.
 */
export function isInstalled(): boolean {
  // Safari on iOS has a property of its own.
  return window.matchMedia('(display-mode: standalone)').matches || (navigator as { standalone?: boolean }).standalone === true
}
