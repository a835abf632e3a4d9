/** Whether this is the installed application, and not a page in a browser. Apart from the offer to install it, which few screens need. */
export function isInstalled(): boolean {
  // Safari on a telephone has a word of its own.
  return window.matchMedia('(display-mode: standalone)').matches || (navigator as { standalone?: boolean }).standalone === true
}
