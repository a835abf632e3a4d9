/** Runs in the page. Reports what can be pressed in `front` with less than `least` pixels on a side, measured by hit tests. */
export function smallTargets(front: Element, least: number): string[] {
  const found: string[] = []
  const scroll = [window.scrollX, window.scrollY] as const

  /** A link within a sentence is as high as its line. */
  const isInSentence = (element: Element) =>
    getComputedStyle(element).display === 'inline' &&
    (element.parentElement?.textContent ?? '').trim().length > (element.textContent ?? '').trim().length

  for (const target of front.querySelectorAll<HTMLElement>(
    'a[href], button, input, select, summary, [role=option], [role=menuitem], [role=tab]',
  )) {
    const isOffered =
      target.checkVisibility({ visibilityProperty: true }) &&
      !target.matches(':disabled, [aria-hidden=true]') &&
      !target.closest('[inert], [aria-hidden=true]')
    if (!isOffered || isInSentence(target)) continue
    const labels = target instanceof HTMLInputElement ? [...(target.labels ?? [])] : []
    const box = labels[0] && target.matches('[type=checkbox], [type=radio]') ? labels[0] : target
    box.scrollIntoView({ block: 'center' })
    const { left, right, top, bottom } = box.getBoundingClientRect()
    // The skip link is above the screen until it has the focus.
    if (bottom < 0) continue
    const [x, y] = [(left + right) / 2, (top + bottom) / 2]
    const arrives = (dx: number, dy: number) => {
      const hit = document.elementFromPoint(x + dx, y + dy)
      return hit !== null && (target.contains(hit) || labels.some((label) => label.contains(hit)))
    }
    const reach = (dx: number, dy: number) => {
      let steps = 0
      while (steps <= least && arrives(dx * (steps + 1), dy * (steps + 1))) steps++
      return steps
    }
    const name = `${target.tagName.toLowerCase()} ${target.getAttribute('aria-label') ?? labels[0]?.textContent ?? target.textContent?.trim() ?? ''}`
    if (!arrives(0, 0)) {
      found.push(`covered: ${name}`)
      continue
    }
    const [width, height] = [reach(-1, 0) + reach(1, 0) + 1, reach(0, -1) + reach(0, 1) + 1]
    // Half a pixel is lost at either edge.
    if (width < least - 1 || height < least - 1) found.push(`a target of ${width} by ${height}: ${name}`)
  }
  window.scrollTo(...scroll)
  return found
}
