/** Runs in the page. Reports text in `front` that is cut off or outside, overlapping texts of a chart, and sideways scrolling. */
export function cutTexts(front: Element): string[] {
  const found: string[] = []
  const SLACK = 1.5
  const scroll = [window.scrollX, window.scrollY] as const

  const isHidden = (element: Element) => {
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) || element.closest('[inert]')) return true
    for (let box: Element | null = element; box; box = box.parentElement) if (getComputedStyle(box).clipPath !== 'none') return true
    return false
  }

  /** Whether the full text of a shortened one is available: in a tooltip, or one press away. */
  const leadsToAll = (element: Element) => {
    const offers = '[title], a, button, [role=option]'
    if (element.closest(offers)) return true
    element.scrollIntoView({ block: 'center' })
    const { left, top, width, height } = element.getBoundingClientRect()
    return document.elementFromPoint(left + width / 2, top + height / 2)?.closest(offers) !== null
  }

  /** Tables may be wider than the screen, in a region that keys can scroll. */
  const isTable = (box: Element) => box.matches('[role=region][tabindex="0"]:has(> table)')

  /** The box that cuts a text off, if any. */
  const cutter = (node: Text): Element | null => {
    const range = document.createRange()
    range.selectNodeContents(node)
    const text = range.getBoundingClientRect()
    for (let box = node.parentElement; box && box !== document.body; box = box.parentElement) {
      const style = getComputedStyle(box)
      const clipsX = style.overflowX !== 'visible'
      const clipsY = style.overflowY !== 'visible'
      if (clipsX || clipsY) {
        const edge = box.getBoundingClientRect()
        const isOut =
          (clipsX && (text.right > edge.right + SLACK || text.left < edge.left - SLACK)) ||
          (clipsY && style.overflowY !== 'auto' && (text.bottom > edge.bottom + SLACK || text.top < edge.top - SLACK))
        if (isTable(box)) return null
        const isShortened = style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none'
        if (isOut) return isShortened && leadsToAll(box) ? null : box
        if (style.overflowX === 'auto' || style.overflowY === 'auto') return null
      }
      if (style.position === 'fixed') break
    }
    return text.left < -SLACK || text.right > window.innerWidth + SLACK ? document.body : null
  }

  const walker = document.createTreeWalker(front, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const node = walker.currentNode as Text
    const parent = node.parentElement
    if (!parent || !node.data.trim() || parent.closest('svg, select, textarea, script, noscript') || isHidden(parent)) continue
    const box = cutter(node)
    if (box) found.push(`cut by ${box.tagName.toLowerCase()}.${box.className}: ${node.data.trim()}`)
  }

  for (const drawing of front.querySelectorAll('svg:has(text)')) {
    if (isHidden(drawing)) continue
    const frame = drawing.getBoundingClientRect()
    const texts = [...drawing.querySelectorAll('text')].map((text) => ({ words: text.textContent ?? '', at: text.getBoundingClientRect() }))
    for (const [index, { words, at }] of texts.entries()) {
      if (at.left < frame.left - SLACK || at.right > frame.right + SLACK) found.push(`outside its drawing: ${words}`)
      for (const other of texts.slice(index + 1)) {
        const overlapsX = at.left < other.at.right - SLACK && other.at.left < at.right - SLACK
        const middle = (other.at.top + other.at.bottom) / 2
        if (overlapsX && middle > at.top && middle < at.bottom) found.push(`on top of each other: ${words}, ${other.words}`)
      }
    }
  }

  for (const box of [document.documentElement, ...front.querySelectorAll('*')]) {
    const scrolls = box === document.documentElement || ['auto', 'scroll'].includes(getComputedStyle(box).overflowX)
    if (scrolls && !isTable(box) && box.scrollWidth > box.clientWidth && !isHidden(box))
      found.push(`scrolls sideways by ${box.scrollWidth - box.clientWidth}: ${box.tagName.toLowerCase()}.${box.className}`)
  }
  window.scrollTo(...scroll)
  return found
}
