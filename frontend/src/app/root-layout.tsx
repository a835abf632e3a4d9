import { useEffect } from 'react'
import { Outlet, useLocation } from 'react-router-dom'

/** Around every page: each new path begins at its top. */
export function RootLayout() {
  const { pathname } = useLocation()
  useEffect(() => {
    window.scrollTo(0, 0)
  }, [pathname])
  return <Outlet />
}
