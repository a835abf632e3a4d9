import { createContext, useContext, type ComponentProps, type ReactNode } from 'react'

export type LinkProps = Omit<ComponentProps<'a'>, 'href'> & { to: string }

/** Renders links: ordinary ones on pages without a router, the router's in the app. */
export const LinkContext = createContext<(link: LinkProps) => ReactNode>(({ to, children, ...rest }) => (
  <a {...rest} href={to}>
    {children}
  </a>
))

/** A link to another page of the product, for components used both in the app and outside it. */
export function Link(props: LinkProps): ReactNode {
  return useContext(LinkContext)(props)
}
