import { Navigate, Outlet, useLocation } from 'react-router-dom'
import { useSession } from '../lib/session'

/** Lets the signed-in pass; others sign in first and come back to where they were going. */
export function RequireSession() {
  const session = useSession()
  const location = useLocation()

  if (session.status === 'verifying') return null
  if (session.status === 'signed-in') return <Outlet />
  // Who signed out on purpose is not sent back to a page of someone else's choosing.
  const state = session.end === 'signed-out' ? null : { from: location.pathname + location.search, expired: session.end === 'expired' }
  return <Navigate to="/login" replace state={state} />
}

export function StartPage() {
  const { status } = useSession()
  if (status === 'verifying') return null
  return <Navigate to={status === 'signed-in' ? '/dashboard' : '/login'} replace />
}
