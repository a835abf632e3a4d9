import { useEffect } from 'react'
import { createBrowserRouter, Link as RouterLink, Navigate, Outlet, useLocation } from 'react-router-dom'
import { saveArrival } from '../lib/arrival'
import { sessionEnded, useSession } from '../lib/session'
import { LinkContext, type LinkProps } from '../ui/link'
import { AppError, RouteError } from './route-error'

/** Requires a session; without one, leads to the login, which returns to this address. */
function RequireSession() {
  const session = useSession()
  const location = useLocation()

  if (session.status === 'verifying') return null
  if (session.status === 'signed-in') return <Outlet />
  // After a deliberate sign-out the next person must not land on the address of this one.
  if (session.wasGuest) return <ToInvitation isExpired={session.end === 'expired'} />
  return <ToLogin from={session.end === 'signed-out' ? null : location.pathname + location.search} expired={session.end === 'expired'} />
}

/** Where a guest asks for another link. */
function ToInvitation({ isExpired }: { isExpired: boolean }) {
  useEffect(() => {
    if (isExpired) saveArrival({ expired: true })
    window.location.replace('/convite')
  }, [isExpired])
  return <LeavingNote />
}

/** The login is a page of its own, outside the app. */
function ToLogin({ from, expired }: { from: string | null; expired: boolean }) {
  useEffect(() => {
    let isUnmounted = false
    const leave = async (): Promise<void> => {
      const [returnAddress] = await Promise.all([keepLaunchedFiles(from), sessionEnded()])
      if (isUnmounted) return
      if (returnAddress !== null) saveArrival({ from: returnAddress, expired })
      window.location.replace('/login')
    }
    void leave()
    return () => void (isUnmounted = true)
  }, [from, expired])
  return <LeavingNote />
}

function LeavingNote() {
  return (
    <p className="visually-hidden" role="status">
      Só um instante…
    </p>
  )
}

/** Stores files that the app was opened with until the person has signed in. @returns the address to return to */
async function keepLaunchedFiles(from: string | null): Promise<string | null> {
  if (from !== '/dashboard/import') return from
  try {
    const { storeLaunchedFiles, SHARED_ADDRESS } = await import('../lib/arriving-files')
    return (await storeLaunchedFiles()) > 0 ? SHARED_ADDRESS : from
  } catch {
    return from
  }
}

/** Wraps every page: a new path starts at the top. */
function RootLayout() {
  const { pathname } = useLocation()
  useEffect(() => {
    window.scrollTo(0, 0)
  }, [pathname])
  return (
    <LinkContext value={AppLink}>
      <Outlet />
    </LinkContext>
  )
}

/** Pages outside the app are other documents. */
function AppLink({ to, state, children, ...rest }: LinkProps) {
  return to.startsWith('/dashboard') ? (
    <RouterLink {...rest} to={to} state={state}>
      {children}
    </RouterLink>
  ) : (
    <a {...rest} href={to}>
      {children}
    </a>
  )
}

/** All addresses of the app; site/pages.ts has those outside it. Each screen is a chunk, loaded when it is opened. */
export const createAppRouter = () =>
  createBrowserRouter([
    {
      element: <RootLayout />,
      errorElement: <AppError />,
      HydrateFallback: () => null,
      children: [
        {
          path: '/dashboard',
          element: <RequireSession />,
          children: [
            {
              lazy: () => import('./shell'),
              children: [
                {
                  errorElement: <RouteError />,
                  children: [
                    { index: true, lazy: () => import('./overview-route') },
                    { path: 'transactions', lazy: () => import('../features/transactions/transactions-page') },
                    { path: 'transactions/recorrentes', lazy: () => import('./recurrences-route') },
                    { path: 'transactions/regras', lazy: () => import('./rules-route') },
                    { path: 'transactions/categorias', lazy: () => import('./categories-route') },
                    { path: 'contas', lazy: () => import('./wallets-route') },
                    { path: 'contas/:id', lazy: () => import('./wallet-route') },
                    { path: 'import', lazy: () => import('./import-route') },
                    { path: 'import/list', lazy: () => import('./imports-route') },
                    { path: 'forecast', lazy: () => import('./forecast-route') },
                    { path: 'mei', lazy: () => import('./mei-route') },
                    { path: 'mei/relatorio', lazy: () => import('./mei-report-route') },
                    { path: 'mei/dasn', lazy: () => import('./mei-declaration-route') },
                    { path: 'goals', lazy: () => import('../features/goals/goals-page') },
                    { path: 'emergency', lazy: () => import('../features/emergency-fund/emergency-fund-page') },
                    { path: 'review', lazy: () => import('../features/outbox/review-page') },
                    { path: 'activity', lazy: () => import('../features/activity/activity-page') },
                    { path: 'tasks', lazy: () => import('../features/tasks/tasks-page') },
                    { path: 'reports/fechar', lazy: () => import('./closing-route') },
                    { path: 'reports', lazy: () => import('../features/reports/reports-page') },
                    { path: 'settings', lazy: () => import('../features/settings/settings-page') },
                  ],
                },
              ],
            },
          ],
        },
        { path: '*', element: <Navigate to="/dashboard" replace /> },
      ],
    },
  ])
