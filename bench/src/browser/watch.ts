import type { Page } from '@playwright/test'

/** What a page records from its start; times are milliseconds since the navigation. */
export interface WatchNotes {
  /** The largest contentful paint so far. */
  largest: number
  /** When the figure of the month was painted; null until then. */
  figures: number | null
  /** The layout shift without recent input, as browsers count it. */
  shift: number
  /** The duration until the next paint, by the browser's number of the interaction. */
  interactions: Record<number, number>
}

declare global {
  interface Window {
    benchNotes: WatchNotes
  }
}

/** Makes every page of a tab record. */
export async function watch(page: Page): Promise<void> {
  await page.addInitScript(takeNotes)
}

export function notesOf(page: Page): Promise<WatchNotes> {
  return page.evaluate(() => window.benchNotes)
}

/** Resolves when the figure of the month is painted. */
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
    // The first task after the frame that contains it.
    requestAnimationFrame(() => setTimeout(() => (notes.figures = performance.now())))
  })
  changes.observe(document, { childList: true, subtree: true, characterData: true })
}
