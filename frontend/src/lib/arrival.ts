import { useBrowserValue } from './browser-value'
import { read, remove, storageKeys, write } from './device-storage'

/** What one page leaves for the next, which is a document of its own: the address to return to, and the reason for the redirect. */
export interface Arrival {
  /** An address of the product. */
  from?: string
  expired?: boolean
  notice?: string
  /** What went wrong on the page before. */
  problem?: string
}

export function saveArrival(arrival: Arrival): void {
  write('session', storageKeys.arrival, JSON.stringify(arrival))
}

/** Moves the stored arrival into the history entry: a reload finds it again, a later visit does not. */
function takeArrival(): Arrival {
  const stored = read('session', storageKeys.arrival)
  if (stored !== null) {
    remove('session', storageKeys.arrival)
    window.history.replaceState(parseArrival(stored), '')
  }
  return (window.history.state as Arrival | null) ?? {}
}

function parseArrival(text: string): Arrival {
  try {
    const { from, expired, notice, problem } = JSON.parse(text) as Arrival
    const isOurs = from?.startsWith('/') && !from.startsWith('//')
    return {
      ...(from !== undefined && isOurs && { from }),
      ...(expired && { expired }),
      ...(notice && { notice }),
      ...(problem && { problem }),
    }
  } catch {
    return {}
  }
}

/** The arrival. A prerendered page is the same for everyone, so it is empty until the script runs. */
export function useArrival(): Arrival {
  return useBrowserValue(takeArrival, unknown)
}

const unknown: Arrival = {}
