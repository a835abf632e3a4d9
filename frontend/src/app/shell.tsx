import { useEffect, useRef, useState } from 'react'
import { MantineProvider } from '@mantine/core'
import '@mantine/core/styles/default-css-variables.layer.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet, useLocation } from 'react-router-dom'
import { AccountProvider, useAccount } from '../data/account'
import { useAccountOf } from '../data/current-account'
import { isUnsent } from '../data/sync/queue'
import { useSentTally } from '../features/outbox/sent-tally'
import { useIsGuest, useUser } from '../lib/session'
import { setSignOutGuard } from '../lib/session-start'
import { lazyPart, usePrefetch } from '../ui/lazy-part'
import { cssVariablesResolver, theme } from './theme'
import { dismissToast } from '../ui/overlay/toast'
import { ToastRegion } from './toast-region'
import { useColorScheme } from '../ui/use-color-scheme'
import { useIsIdle } from '../ui/use-is-idle'
import { useCommandMessages } from './command-messages'
import { EmailStrip } from './email-strip'
import { useNotifications } from './use-notifications'
import { useShortcuts } from './use-shortcuts'
import { closeOverlay, useOverlay } from './overlays'
import { Sidebar } from './sidebar'
import { TabBar } from './tab-bar'
import { TopBar } from './top-bar'
import styles from './shell.module.css'
import { REVIEW_SCREEN } from '../data/screens'

const GuestFrame = lazyPart(() => import('./guest-frame'), { what: 'as contas' })
const Palette = lazyPart(() => import('./palette'), { what: 'a busca' })
const ShortcutsHelp = lazyPart(() => import('./shortcuts-help'), { what: 'os atalhos' })
const MoreSheet = lazyPart(() => import('./more-sheet'), { what: 'o menu' })
const SignOutDialog = lazyPart(() => import('../features/outbox/sign-out-dialog'), { what: 'a pergunta' })
const Strips = lazyPart(() => import('./strips'))
const ParkedPanel = lazyPart(() => import('../features/outbox/parked-panel'))

/** The shell of the signed-in area: the frame, the component library and the account for its screens. */
export function Component() {
  const account = useAccountOf(useUser().id)
  const colorScheme = useColorScheme()
  const isGuest = useIsGuest()
  // The account opens in a moment; until then the page's static frame is visible.
  if (!account) return null
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} forceColorScheme={colorScheme} withGlobalClasses={false}>
      <AccountProvider key={account.id} value={account}>
        <QueryClientProvider client={account.client}>{isGuest ? <GuestFrame /> : <Frame />}</QueryClientProvider>
      </AccountProvider>
    </MantineProvider>
  )
}

function Frame() {
  const overlay = useOverlay()
  const { pathname } = useLocation()
  const content = useRef<HTMLElement>(null)
  const tally = useSentTally()
  const { isLeaving, stay } = useSignOutGuard()
  // Without a connection it could no longer be loaded.
  usePrefetch(SignOutDialog)
  useEntryReaderAhead()

  useShortcuts()
  useCommandMessages()
  useNotifications()
  // Only by the path: closing a form changes the address too, and must not close an overlay that was opened meanwhile.
  useEffect(() => closeOverlay(), [pathname])

  return (
    <div className={styles.frame}>
      <a
        href="#conteudo"
        className={styles.skip}
        data-chrome
        onClick={(event) => {
          event.preventDefault()
          content.current?.focus()
        }}
      >
        Pular para o conteúdo
      </a>
      <Sidebar />
      <div className={styles.column}>
        <Strips tally={tally} />
        <TopBar />
        <EmailStrip />
        <main ref={content} id="conteudo" tabIndex={-1} className={styles.content}>
          <Outlet />
        </main>
      </div>
      <TabBar />
      {pathname !== REVIEW_SCREEN && <ParkedPanel sent={tally.sent} />}
      {overlay === 'palette' && <Palette onDismissFailure={closeOverlay} />}
      {overlay === 'shortcuts' && <ShortcutsHelp onDismissFailure={closeOverlay} />}
      {overlay === 'more' && <MoreSheet onDismissFailure={closeOverlay} />}
      {isLeaving && <SignOutDialog onStay={stay} onDismissFailure={stay} />}
      <ToastRegion />
    </div>
  )
}

/** Prefetches what written lines need, once the browser is idle. */
function useEntryReaderAhead(): void {
  const account = useAccount()
  const isIdle = useIsIdle()
  useEffect(() => {
    if (!isIdle) return
    // A form that needs it loads it again.
    void import('./entry-reader-ahead').then(({ prefetchEntryReader }) => prefetchEntryReader(account)).catch(() => undefined)
  }, [account, isIdle])
}

/** Asks before signing out would lose unsent commands. */
function useSignOutGuard(): { isLeaving: boolean; stay: () => void } {
  const { outbox } = useAccount()
  const [isLeaving, setLeaving] = useState(false)
  useEffect(
    () =>
      setSignOutGuard(() => {
        if (!outbox.state().queue.some(isUnsent)) return true
        closeOverlay()
        // A toast would cover the dialog's buttons.
        dismissToast()
        setLeaving(true)
        return false
      }),
    [outbox],
  )
  return { isLeaving, stay: () => setLeaving(false) }
}
