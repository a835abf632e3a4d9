import { useSyncExternalStore } from 'react'

declare global {
  interface Window {
    /** The install prompt of Chrome and Edge, deferred by public/first-paint.js; other browsers have none. */
    prumoInstallOffer?: (Event & { prompt: () => Promise<unknown> }) | undefined
  }
}

const listeners = new Set<() => void>()

/** Shows the browser's install prompt; each prompt can be used once. */
function install(): void {
  void window.prumoInstallOffer?.prompt()
  clearOffer()
}

function clearOffer(): void {
  window.prumoInstallOffer = undefined
  for (const notify of listeners) notify()
}

/** Installs the app; null if the browser offers no installation or the app is installed. */
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
