import type { SimulatorControls, SimulatorStore } from './store.js'

/** The simulator's settings, with their defaults. */

const standard: SimulatorControls = { id: 'controls', aheadMs: 0, order: 'normal', answerDelayMs: 0, port: null }

export function controlsOf(store: SimulatorStore): SimulatorControls {
  return store.get('controls', 'controls') ?? standard
}

export function setControls(store: SimulatorStore, changes: Partial<SimulatorControls>): SimulatorControls {
  return store.put('controls', { ...controlsOf(store), ...changes })
}
