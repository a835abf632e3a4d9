import { useSyncExternalStore } from 'react'

declare global {
  interface Window {
    /** What Chrome and Edge give, to be shown at a better moment; others never do. Kept by public/first-paint.js. */
    prumoInstallOffer?: (Event & { prompt: () => Promise<unknown> }) | undefined
  }
}

const listeners = new Set<() => void>()

/** Asks the browser to install; each of its offers can be used once. */
function install(): void {
  void window.prumoInstallOffer?.prompt()
  clearOffer()
}

function clearOffer(): void {
  window.prumoInstallOffer = undefined
  for (const notify of listeners) notify()
}

/** Installs the app at once; null if the browser offers no installation or it is done. */
export function useInstall(): (() => void) | null {
  return useSyncExternalStore(subscribe, () => (window.prumoInstallOffer ? install : null))
}

function subscribe(notify: () => void): () => void {
  listeners.add(notify)
  window.addEventListener('beforeinstallprompt', notify)
  window.addEventListener('appinstalled', clearOffer)
  return () => {
    listeners.delete(notify)
    window.removeEventListener('beforeinstallprompt', notify)
    window.removeEventListener('appinstalled', clearOffer)
  }
}
