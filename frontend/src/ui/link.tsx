import { createContext, useContext, type ComponentProps, type ReactNode } from 'react'

export type LinkProps = Omit<ComponentProps<'a'>, 'href'> & { to: string }

/** A page that no router runs leads on by ordinary links. The app puts its router's in their place. */
export const LinkContext = createContext<(link: LinkProps) => ReactNode>(({ to, children, ...rest }) => (
  <a {...rest} href={to}>
    {children}
  </a>
))

/** A way to another page of the product, for components that stand in the app and outside of it. */
export function Link(props: LinkProps): ReactNode {
  return useContext(LinkContext)(props)
}
