import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { setTheme, conditionName, waitForAnimations, setView, themes, views, type MatrixDevice } from './conditions.js'
import { examine, examineColours } from './examine/examine.js'
import { openAs, test } from './people.js'

/** A state of a screen. A new screen adds a list of these. */
export interface MatrixState {
  name: string
  who: 'visitor' | 'newcomer' | 'owner' | 'cardholder' | 'confectioner'
  path: string
  /** The faults of the network in this state. */
  network?: (page: Page) => Promise<void>
  /** Reaches the state; resolves once it is on the screen. */
  reach: (page: Page) => Promise<unknown>
  /** The only device that has this state; by default both. */
  only?: MatrixDevice
}

/** A folder for a screenshot of every state in every condition. */
const pictures = process.env['PRUMO_PICTURES']

/** One test a state: it is reached once, and examined in every theme and width. */
export function matrix(screen: string, states: readonly MatrixState[]): void {
  for (const { name, who, path, network, reach, only } of states) {
    // A project skips the states of the other device.
    test(`${screen}, ${name}`, { tag: only ? `@${only}` : [] }, async ({ page, people }, { project, annotations }) => {
      const device = project.name as MatrixDevice
      if (who !== 'visitor') await openAs(page, people[who])
      await network?.(page)
      await page.goto(path)
      await reach(page)

      const found: string[] = []
      for (const view of views[device]) {
        await setView(page, view)
        for (const theme of themes) {
          await setTheme(page, theme)
          await waitForAnimations(page)
          const condition = conditionName(theme, view)
          found.push(
            ...(await (theme === themes[0] ? examine(page, device) : examineColours(page))).map((problem) => `${condition}: ${problem}`),
          )
          if (pictures) await page.screenshot({ path: join(pictures, `${screen} ${name} ${condition}.png`) })
        }
      }
      annotations.push({ type: 'checks', description: String(views[device].length * themes.length) })
      expect(found).toEqual([])
    })
  }
}
