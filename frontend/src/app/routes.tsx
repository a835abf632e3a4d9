import { createBrowserRouter, Navigate } from 'react-router-dom'
import { RequireSession, StartPage } from './guards'
import { RootLayout } from './root-layout'
import { AppError, RouteError } from './route-error'

/** Every address of the app. A screen is a chunk of its own, loaded when it is opened. */
export const router = createBrowserRouter([
  {
    element: <RootLayout />,
    errorElement: <AppError />,
    HydrateFallback: () => null,
    children: [
      // Until the landing page exists, a visitor starts at the door.
      { path: '/', element: <StartPage /> },
      { path: '/login', lazy: () => import('../features/identity/login-page') },
      { path: '/register', lazy: () => import('../features/identity/registration/register-page') },
      { path: '/forgot-password', lazy: () => import('../features/identity/forgot-password-page') },
      { path: '/reset-password', lazy: () => import('../features/identity/reset-password-page') },
      {
        path: '/dashboard',
        element: <RequireSession />,
        children: [
          {
            lazy: () => import('./shell/shell'),
            children: [
              {
                errorElement: <RouteError />,
                children: [
                  { index: true, lazy: () => import('./overview-route') },
                  { path: 'transactions', lazy: () => import('../features/transactions/transactions-page') },
                  { path: 'goals', lazy: () => import('../features/goals/goals-page') },
                  { path: 'emergency', lazy: () => import('../features/emergency-fund/emergency-fund-page') },
                  { path: 'tasks', lazy: () => import('../features/tasks/tasks-page') },
                ],
              },
            ],
          },
        ],
      },
      { path: '*', element: <Navigate to="/" replace /> },
    ],
  },
])
