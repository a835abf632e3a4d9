import { AxeBuilder } from '@axe-core/playwright'
import type { Locator, Page } from '@playwright/test'
import type { MatrixDevice } from '../conditions.js'
import { cutTexts } from './cut-texts.js'
import { smallTargets } from './small-targets.js'
import { unseenFocus } from './unseen-focus.js'

const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** Counts what a bar lies over where the page happens to be scrolled to; targets are measured below, each in the open. */
const OF_PLACE = 'target-size'
/** What another theme can change. */
const OF_COLOUR = ['color-contrast', 'link-in-text-block']
/** The least side of a target in CSS pixels: a finger's, a mouse's. */
const LEAST_TARGET: Record<MatrixDevice, number> = { phone: 44, desktop: 24 }

/** Everything that is wrong with the page as it is, in words. */
export async function examine(page: Page, device: MatrixDevice): Promise<string[]> {
  const front = await frontOf(page)
  return [
    ...(await violations(rules(page).withTags(STANDARDS).disableRules(OF_PLACE))),
    ...(await front.evaluate(cutTexts)),
    ...(await front.evaluate(smallTargets, LEAST_TARGET[device])),
    ...(await focusProblems(page)),
  ]
}

/** The same after nothing but the theme has changed. */
export async function examineColours(page: Page): Promise<string[]> {
  return [...(await violations(rules(page).withRules(OF_COLOUR))), ...(await focusProblems(page))]
}

function rules(page: Page): AxeBuilder {
  // Without the second page that frames from elsewhere would need.
  return new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
}

async function violations(chosen: AxeBuilder): Promise<string[]> {
  const found = await chosen.analyze()
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}

/** After a key, the browser shows the focus that follows. */
async function focusProblems(page: Page): Promise<string[]> {
  await page.keyboard.press('Shift')
  return (await frontOf(page)).evaluate(unseenFocus)
}

/** What lies over the page and has the focus for as long as it is open, or the page. */
async function frontOf(page: Page): Promise<Locator> {
  const over = page.locator('[role=dialog]:visible, [role=menu]:visible, [aria-expanded=true] + [role=group]:visible')
  return (await over.count()) > 0 ? over.last() : page.locator('body')
}
