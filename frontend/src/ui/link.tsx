import { createContext, useContext, type ComponentProps, type ReactNode } from 'react'

/** `state` is of the router's history entry; other pages do not get it. */
export type LinkProps = Omit<ComponentProps<'a'>, 'href'> & { to: string; state?: object }

/** Renders links: ordinary ones on pages without a router, the router's in the app. */
export const LinkContext = createContext<(link: LinkProps) => ReactNode>(({ to, state: _state, children, ...rest }) => (
  <a {...rest} href={to}>
    {children}
  </a>
))

/** A link to another page of the product, for components used both in the app and outside it. */
export function Link(props: LinkProps): ReactNode {
  return useContext(LinkContext)(props)
}
