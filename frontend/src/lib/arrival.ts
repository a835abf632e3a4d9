import { useBrowserValue } from './browser-value'
import { read, remove, storageKeys, write } from './device-storage'

/** What a page was left with for the next one, which is a document of its own: where someone wanted to go, and why they are there. */
export interface Arrival {
  /** An address of the product. */
  from?: string
  expired?: boolean
  notice?: string
  /** What went wrong where they were. */
  problem?: string
}

export function saveArrival(arrival: Arrival): void {
  write('session', storageKeys.arrival, JSON.stringify(arrival))
}

/** Once noted it belongs to this entry of the history: a reload finds it again, a later visit does not. */
function takeArrival(): Arrival {
  const noted = read('session', storageKeys.arrival)
  if (noted !== null) {
    remove('session', storageKeys.arrival)
    window.history.replaceState(parseArrival(noted), '')
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

/** Known once the page's script runs: what was rendered before it is the same for everyone. */
export function useArrival(): Arrival {
  return useBrowserValue(takeArrival, unknown)
}

const unknown: Arrival = {}
