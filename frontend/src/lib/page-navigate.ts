import { createContext, useContext } from 'react'

/** Goes to another page, by a real navigation. With `replace` the way back does not lead here again. */
export type PageNavigate = (address: string, how?: { replace: boolean }) => void

export const PageNavigateContext = createContext<PageNavigate>((address, { replace } = { replace: false }) => {
  if (replace) window.location.replace(address)
  else window.location.assign(address)
})

export function usePageNavigate(): PageNavigate {
  return useContext(PageNavigateContext)
}
