import { createElement as createPlain, type ReactNode } from 'react'
import { Fragment, jsx as create, jsxs as createStatic } from 'react/jsx-runtime'

/**
 * The JSX runtime of the build (`build/text-runs.ts`). A browser that translates a page replaces text nodes, so React no longer finds
 * them: what changes beside one ends in an error, and a changed text stays old. Here every text is the only child of an element,
 * whose content React sets as a whole, even after a translation.
 */

export { Fragment }

type ElementType = Parameters<typeof create>[0]
type Props = { children?: ReactNode }

/** Beside elements, texts become elements of this name, which no style and no role concerns. */
const TEXT_RUN = 'text-run'
/** Drawn texts are not translated, and have no elements of HTML. */
const DRAWN: readonly unknown[] = ['text', 'tspan']

/** An element with one child, or none. */
export function jsx(type: ElementType, props: Props, key?: string): ReactNode {
  return create(type, type === Fragment && isText(props.children) ? { ...props, children: textRun(props.children) } : props, key)
}

/** An element with several children. */
export function jsxs(type: ElementType, props: Props, key?: string): ReactNode {
  const children = props.children as readonly ReactNode[]
  if (!children.some(isText) || DRAWN.includes(type)) return createStatic(type, props, key)
  // Only texts: one text, which needs no element of its own in an element of HTML.
  if (children.every((child) => isText(child) || isNothing(child))) return jsx(type, { ...props, children: joined(children) }, key)
  return createStatic(type, { ...props, children: withTextRuns(children) }, key)
}

/** For the development server. */
export function jsxDEV(type: ElementType, props: Props, key: string | undefined, isStatic: boolean): ReactNode {
  return (isStatic ? jsxs : jsx)(type, props, key)
}

/** What the compiler calls for an element whose properties are spread before its key. */
export function createElement(type: ElementType, properties: (Props & { key?: string }) | null, ...children: ReactNode[]): ReactNode {
  const { key, ...props } = properties ?? {}
  if (children.length > 1) return jsxs(type, { ...props, children }, key)
  return jsx(type, children.length === 1 ? { ...props, children: children[0] } : props, key)
}

/** Replaces neighbouring texts by one element. All other children keep their places, by which React knows them. */
function withTextRuns(children: readonly ReactNode[]): ReactNode[] {
  const replaced: ReactNode[] = []
  for (let index = 0; index < children.length;) {
    let end = index
    while (end < children.length && (isText(children[end]) || isNothing(children[end]))) end += 1
    const text = joined(children.slice(index, end))
    if (end > index) replaced.push(text === '' ? null : textRun(text), ...Array.from({ length: end - index - 1 }, () => null))
    if (end < children.length) replaced.push(children[end])
    index = end + 1
  }
  return replaced
}

function textRun(text: string | number): ReactNode {
  return createPlain(TEXT_RUN, null, text)
}

function joined(children: readonly ReactNode[]): string {
  return children.filter((child) => isText(child)).join('')
}

function isText(child: ReactNode): child is string | number {
  return typeof child === 'string' || typeof child === 'number'
}

function isNothing(child: ReactNode): boolean {
  return child === null || child === undefined || typeof child === 'boolean'
}
