import type { Page } from '@playwright/test'

/**
 * Translates every page as browsers do: each text node, and each that comes later, is replaced by `<font><font>` with its text. The
 * words stay, so that journeys find them. @returns the errors of the page so far
 */
export async function translatePages(page: Page): Promise<() => string[]> {
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  await page.addInitScript(() => {
    function translate(root: Node): void {
      const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      const found: Text[] = root instanceof Text ? [root] : []
      while (texts.nextNode()) found.push(texts.currentNode as Text)
      for (const text of found) {
        const parent = text.parentElement
        if (!parent || parent.closest('font, script, style, textarea, option, title, svg') || text.data.trim() === '') continue
        const [outer, inner] = [document.createElement('font'), document.createElement('font')]
        inner.textContent = text.data
        outer.append(inner)
        text.replaceWith(outer)
      }
    }
    // Once the app runs: a translator waits for the page.
    window.addEventListener('load', () => {
      setTimeout(() => {
        translate(document.body)
        new MutationObserver((changes) => changes.forEach(({ addedNodes }) => addedNodes.forEach(translate))).observe(document.body, {
          subtree: true,
          childList: true,
        })
      }, 100)
    })
  })
  return () => errors
}
