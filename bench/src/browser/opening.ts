import { setTimeout as pause } from 'node:timers/promises'
import type { Browser } from '@playwright/test'
import { median } from '../rounds.js'
import { newPhone, slowTab, type NetworkConditions } from './conditions.js'
import { figuresOf, notesOf, watch } from './watch.js'

/** The waiting times of an opening, in milliseconds, and its layout shift. */
export interface PageOpening {
  path: string
  largest: number
  /** When the figure of the month was painted; null outside of the overview. */
  figures: number | null
  shift: number
}

/** Late requests and paints happen within this time. */
const SETTLED_MS = 800

/** Opens a page on a phone's first visit: medians of so many times. @param token the session; null for a visitor */
export async function openedCold(
  browser: Browser,
  origin: string,
  path: string,
  token: string | null,
  network: NetworkConditions,
  rounds: number,
): Promise<PageOpening> {
  const openings: PageOpening[] = []
  for (let round = 0; round < rounds; round++) {
    const context = await newPhone(browser, origin, token)
    const page = await slowTab(context, { network })
    await watch(page)
    await page.goto(origin + path, { waitUntil: 'load' })
    const figures = token === null ? null : await figuresOf(page)
    await pause(SETTLED_MS)
    const { largest, shift } = await notesOf(page)
    openings.push({ path, largest, figures, shift })
    await context.close()
  }
  return mediansOf(path, openings)
}

/** Opens the overview repeatedly on a phone that has cached the app and its reads, and is signed in. */
export async function openedWarm(
  browser: Browser,
  origin: string,
  token: string,
  network: NetworkConditions,
  rounds: number,
): Promise<PageOpening> {
  const path = '/dashboard'
  const context = await newPhone(browser, origin, token)
  const first = await slowTab(context, { cpu: 1 })
  await watch(first)
  await first.goto(origin + path)
  await figuresOf(first)
  await first.evaluate(async () => void (await navigator.serviceWorker.ready))
  await pause(SETTLED_MS * 2)
  await first.close()
  const openings: PageOpening[] = []
  for (let round = 0; round < rounds; round++) {
    const page = await slowTab(context, { network })
    await watch(page)
    await page.goto(origin + path, { waitUntil: 'load' })
    const figures = await figuresOf(page)
    await pause(SETTLED_MS)
    const { largest, shift } = await notesOf(page)
    openings.push({ path, largest, figures, shift })
    await page.close()
  }
  await context.close()
  return mediansOf(path, openings)
}

function mediansOf(path: string, openings: readonly PageOpening[]): PageOpening {
  const figures = openings.flatMap((opening) => opening.figures ?? [])
  return {
    path,
    largest: median(openings.map(({ largest }) => largest)),
    figures: figures.length > 0 ? median(figures) : null,
    // The largest shift, since nothing may move at any time.
    shift: Math.max(...openings.map(({ shift }) => shift)),
  }
}
