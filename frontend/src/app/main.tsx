import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router-dom'
import { startSession } from '../lib/session-start'
import '../ui/fonts.css'
import '../ui/tokens.css'
import '../ui/base.css'
import '../ui/print.css'
import './start.css'
import { router } from './routes'

void startSession()

const root = document.getElementById('root')
if (!root) throw new Error('The page has no root element')

createRoot(root).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
)
