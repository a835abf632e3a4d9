import { useSyncExternalStore } from 'react'

/** Whether the product runs as an installed application, and the browser's own offer to install it. */

declare global {
  interface Window {
    /** What Chrome and Edge give, to be shown at a better moment; others never do. Kept by public/first-paint.js. */
    prumoInstallOffer?: (Event & { prompt: () => Promise<unknown> }) | undefined
  }
}

const readers = new Set<() => void>()
const standalone = window.matchMedia('(display-mode: standalone)')

/** Asks the browser to install; each of its offers can be used once. */
function install(): void {
  void window.prumoInstallOffer?.prompt()
  takeBack()
}

function takeBack(): void {
  window.prumoInstallOffer = undefined
  for (const notify of readers) notify()
}

/** A way to install at once; null where the browser offers none, or it is done. */
export function useInstall(): (() => void) | null {
  return useSyncExternalStore(subscribe, () => (window.prumoInstallOffer ? install : null))
}

/** Whether this is the installed application, and not a page in a browser. */
export function useInstalled(): boolean {
  return useSyncExternalStore(subscribe, isInstalled)
}

function isInstalled(): boolean {
  // Safari on a telephone has a word of its own.
  return standalone.matches || (navigator as { standalone?: boolean }).standalone === true
}

function subscribe(notify: () => void): () => void {
  readers.add(notify)
  standalone.addEventListener('change', notify)
  window.addEventListener('beforeinstallprompt', notify)
  window.addEventListener('appinstalled', takeBack)
  return () => {
    readers.delete(notify)
    standalone.removeEventListener('change', notify)
    window.removeEventListener('beforeinstallprompt', notify)
    window.removeEventListener('appinstalled', takeBack)
  }
}
