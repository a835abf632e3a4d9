import { setTimeout as pause } from 'node:timers/promises'
import type { Browser } from '@playwright/test'
import { median } from '../rounds.js'
import { newPhone, slowTab, type NetworkConditions } from './conditions.js'
import { figuresOf, notesOf, watch } from './watch.js'

/** What someone waits for, in milliseconds, and what moved meanwhile. */
export interface PageOpening {
  path: string
  largest: number
  /** The figure of the month; null outside of the overview. */
  figures: number | null
  shift: number
}

/** What comes late comes within this. */
const SETTLED_MS = 800

/** A page as a phone opens it that was never here: the medians of so many times. @param token of who is signed in; null for a stranger */
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

/** The overview as a phone opens it that keeps the app, its reads and its session, again and again. */
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
    // The worst, since nothing is to move at any time.
    shift: Math.max(...openings.map(({ shift }) => shift)),
  }
}
