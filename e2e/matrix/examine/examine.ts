import { AxeBuilder } from '@axe-core/playwright'
import type { Locator, Page } from '@playwright/test'
import type { MatrixDevice } from '../conditions.js'
import { cutTexts } from './cut-texts.js'
import { smallTargets } from './small-targets.js'
import { unseenFocus } from './unseen-focus.js'

const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** Depends on the scroll position under fixed bars; targets are measured below instead, each scrolled into view. */
const OF_PLACE = 'target-size'
/** Rules whose results depend on the theme. */
const OF_COLOUR = ['color-contrast', 'link-in-text-block']
/** The least side of a target in CSS pixels, for touch and for a mouse. */
const LEAST_TARGET: Record<MatrixDevice, number> = { phone: 44, desktop: 24 }

/** Describes every fault of the page in its current state. */
export async function examine(page: Page, device: MatrixDevice): Promise<string[]> {
  const front = await frontOf(page)
  return [
    ...(await violations(rules(page).withTags(STANDARDS).disableRules(OF_PLACE))),
    ...(await front.evaluate(cutTexts)),
    ...(await front.evaluate(smallTargets, LEAST_TARGET[device])),
    ...(await focusProblems(page)),
  ]
}

/** The same after only the theme has changed. */
export async function examineColours(page: Page): Promise<string[]> {
  return [...(await violations(rules(page).withRules(OF_COLOUR))), ...(await focusProblems(page))]
}

function rules(page: Page): AxeBuilder {
  // Without the second page that cross-origin frames would need.
  return new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
}

async function violations(chosen: AxeBuilder): Promise<string[]> {
  const found = await chosen.analyze()
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}

/** After a key press the browser shows focus rings. */
async function focusProblems(page: Page): Promise<string[]> {
  await page.keyboard.press('Shift')
  return (await frontOf(page)).evaluate(unseenFocus)
}

/** The modal overlay if one is open, otherwise the page. */
async function frontOf(page: Page): Promise<Locator> {
  const over = page.locator('[role=dialog]:visible, [role=menu]:visible, [aria-expanded=true] + [role=group]:visible')
  return (await over.count()) > 0 ? over.last() : page.locator('body')
}
