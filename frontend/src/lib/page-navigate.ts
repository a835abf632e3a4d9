import { createContext, useContext } from 'react'

/** Navigates to another page by loading it. `replace` removes the present page from the history. */
export type PageNavigate = (address: string, how?: { replace: boolean }) => void

export const PageNavigateContext = createContext<PageNavigate>((address, { replace } = { replace: false }) => {
  if (replace) window.location.replace(address)
  else window.location.assign(address)
})

export function usePageNavigate(): PageNavigate {
  return useContext(PageNavigateContext)
}
