import type { Controls, Store } from './store.js'

/** What its controls were set to, and what is so until they are. */

const standard: Controls = { id: 'controls', aheadMs: 0, order: 'normal', answerDelayMs: 0, port: null }

export function controlsOf(store: Store): Controls {
  return store.get('controls', 'controls') ?? standard
}

export function setControls(store: Store, changes: Partial<Controls>): Controls {
  return store.put('controls', { ...controlsOf(store), ...changes })
}
