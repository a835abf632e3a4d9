/**
 * Runs in the page after a key press. Reports what can be focused in `front` without a visible focus, or hidden under something
 * else.
 */
export function unseenFocus(front: Element): string[] {
  const found: string[] = []
  const before = document.activeElement
  const scroll = [window.scrollX, window.scrollY] as const

  const probe = front.appendChild(document.createElement('i'))
  probe.style.color = 'var(--focus)'
  const colour = getComputedStyle(probe).color
  probe.remove()

  /** An outline or a border in the focus colour, on the focused element or the one that represents it. */
  const hasRing = (element: Element) => {
    for (let box: Element | null = element, level = 0; box && level < 4; box = box.parentElement, level++) {
      for (const { outlineStyle, outlineWidth, boxShadow } of [getComputedStyle(box), getComputedStyle(box, '::after')]) {
        if ((outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2) || boxShadow.includes(colour)) return true
      }
    }
    return false
  }

  for (const element of front.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary, [tabindex]')) {
    const canHaveIt =
      element.tabIndex >= 0 &&
      element.checkVisibility({ visibilityProperty: true }) &&
      !element.matches(':disabled') &&
      !element.closest('[inert], [aria-hidden=true]')
    if (!canHaveIt) continue
    // Focusing it again would not scroll to it.
    if (document.activeElement === element) element.blur()
    element.focus()
    if (document.activeElement !== element) continue
    const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : []
    const name = `${element.tagName.toLowerCase()} ${element.getAttribute('aria-label') ?? labels[0]?.textContent ?? element.textContent?.trim() ?? ''}`
    if (!hasRing(element)) found.push(`no ring: ${name}`)
    // A link that wraps has a rectangle for each line.
    const { left, right, top, bottom } = element.getClientRects()[0] ?? element.getBoundingClientRect()
    // In a text area as high as the screen, the browser shows the line of the cursor: its visible part counts.
    const hit = document.elementFromPoint((left + right) / 2, (Math.max(top, 0) + Math.min(bottom, window.innerHeight)) / 2)
    if (!hit || ![element, ...labels].some((box) => box.contains(hit))) found.push(`focus under something: ${name}`)
  }
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  if (before instanceof HTMLElement) before.focus()
  window.scrollTo(...scroll)
  return found
}
