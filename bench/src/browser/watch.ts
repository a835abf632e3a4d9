import type { Page } from '@playwright/test'

/** What a page notes of itself from its first moment on; times are milliseconds since it was asked for. */
export interface WatchNotes {
  /** The largest paint so far. */
  largest: number
  /** When the figure of the month was on the screen; null while it is not. */
  figures: number | null
  /** How much moved that nobody had touched, as browsers count it. */
  shift: number
  /** By the number that the browser gives each touch or key: until what it did was painted. */
  interactions: Record<number, number>
}

declare global {
  interface Window {
    benchNotes: WatchNotes
  }
}

/** Has every page of a tab take notes. */
export async function watch(page: Page): Promise<void> {
  await page.addInitScript(takeNotes)
}

export function notesOf(page: Page): Promise<WatchNotes> {
  return page.evaluate(() => window.benchNotes)
}

/** Until the figure of the month is on the screen. */
export async function figuresOf(page: Page): Promise<number> {
  await page.waitForFunction(() => window.benchNotes.figures !== null, undefined, { polling: 50 })
  return (await notesOf(page)).figures as number
}

interface LayoutShift extends PerformanceEntry {
  value: number
  hadRecentInput: boolean
}

/** Runs in the page. */
function takeNotes(): void {
  const notes: WatchNotes = { largest: 0, figures: null, shift: 0, interactions: {} }
  window.benchNotes = notes
  const observe = (type: string, take: (entry: PerformanceEntry) => void, more = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true, ...more })
  observe('largest-contentful-paint', ({ startTime }) => (notes.largest = startTime))
  observe('layout-shift', (entry) => {
    const { value, hadRecentInput } = entry as LayoutShift
    if (!hadRecentInput) notes.shift += value
  })
  observe(
    'event',
    (entry) => {
      const { interactionId, duration } = entry as PerformanceEventTiming
      if (interactionId) notes.interactions[interactionId] = Math.max(notes.interactions[interactionId] ?? 0, duration)
    },
    { durationThreshold: 16 },
  )

  const changes = new MutationObserver(() => {
    const text = document.querySelector('section[aria-label="Resultado do mês"]')?.textContent ?? ''
    if (!/R\$\s?\d/.test(text)) return
    changes.disconnect()
    // The next task after the frame that has it.
    requestAnimationFrame(() => setTimeout(() => (notes.figures = performance.now())))
  })
  changes.observe(document, { childList: true, subtree: true, characterData: true })
}
