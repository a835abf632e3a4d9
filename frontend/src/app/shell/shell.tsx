import { lazy, Suspense, useEffect, useRef } from 'react'
import { MantineProvider } from '@mantine/core'
import '@mantine/core/styles/default-css-variables.layer.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet, useLocation } from 'react-router-dom'
import { queryClient } from '../../lib/query-client'
import { useColorScheme } from '../../ui/color-scheme'
import { cssVariablesResolver, theme } from '../../ui/theme'
import { ToastRegion } from '../../ui/toast/toast-region'
import { useShortcuts } from '../keyboard/use-shortcuts'
import { closeOverlay, useOverlay } from '../overlays'
import { Sidebar } from './sidebar'
import { TabBar } from './tab-bar'
import { TopBar } from './top-bar'
import styles from './shell.module.css'

const Palette = lazy(() => import('../palette/palette'))
const ShortcutsHelp = lazy(() => import('../keyboard/shortcuts-help'))
const MoreSheet = lazy(() => import('./more-sheet'))

/** The frame of the signed-in area, with what the screens in it need: the component library and the server's state. */
export function Component() {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} forceColorScheme={useColorScheme()} withGlobalClasses={false}>
      <QueryClientProvider client={queryClient}>
        <Frame />
      </QueryClientProvider>
    </MantineProvider>
  )
}

function Frame() {
  const overlay = useOverlay()
  const { pathname } = useLocation()
  const content = useRef<HTMLElement>(null)

  useShortcuts()
  // By the path alone: a form that closes changes the address too, and what was opened meanwhile stays.
  useEffect(() => closeOverlay(), [pathname])

  return (
    <div className={styles.frame}>
      <a
        href="#conteudo"
        className={styles.skip}
        onClick={(event) => {
          event.preventDefault()
          content.current?.focus()
        }}
      >
        Pular para o conteúdo
      </a>
      <Sidebar />
      <div className={styles.column}>
        <TopBar />
        <main ref={content} id="conteudo" tabIndex={-1} className={styles.content}>
          <Outlet />
        </main>
      </div>
      <TabBar />
      <Suspense fallback={null}>
        {overlay === 'palette' && <Palette />}
        {overlay === 'shortcuts' && <ShortcutsHelp />}
        {overlay === 'more' && <MoreSheet />}
      </Suspense>
      <ToastRegion />
    </div>
  )
}
