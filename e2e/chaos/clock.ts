import type { Page } from '@playwright/test'

const KEY = 'chaos:clock'

/** Gives every page a settable clock, shared by all tabs of the device and kept over reloads. */
export function withSettableClock(): void {
  const real = Date
  // Named inside, because the page has no imports of this file.
  const now = (): number => real.now() + Number(localStorage.getItem('chaos:clock') ?? 0)
  globalThis.Date = new Proxy(real, {
    construct: (made, args: unknown[], target) => Reflect.construct(made, args.length === 0 ? [now()] : args, target) as Date,
    apply: () => new real(now()).toString(),
    get: (made, name) => (name === 'now' ? now : (Reflect.get(made, name) as unknown)),
  })
}

/** Sets the clock of a device whose pages have `withSettableClock`. @param to ISO 8601; null for the right time */
export async function setClock(page: Page, to: string | null): Promise<void> {
  const shift = to === null ? 0 : Date.parse(to) - Date.now()
  await page.evaluate(([key, ms]) => localStorage.setItem(key, ms), [KEY, String(shift)] as const)
}
