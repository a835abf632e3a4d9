import { useRef, useState } from 'react'
import { IconBuildingStore, IconChartBar, IconEye, IconReceipt, IconRefresh, type Icon } from '@tabler/icons-react'
import { Link, Navigate, Outlet, useLocation } from 'react-router-dom'
import { clockTime } from '@prumo/shared/clock-time'
import { formatLastDay } from '@prumo/shared/guest-texts'
import type { GuestVisit } from '@prumo/shared/guests'
import { useAccount } from '../data/account'
import { useOffline } from '../data/connection'
import { switchBusiness } from '../data/guest-switch'
import { refusalOf } from '../data/refusal'
import { CLOSING_SCREEN, MEI_SCREEN, REPORTS_SCREEN, TRANSACTIONS_SCREEN } from '../data/screens'
import { useUser } from '../lib/session'
import { signOut } from '../lib/session-start'
import { Button } from '../ui/button'
import { PlainSelect } from '../ui/field/plain-select'
import { Logo } from '../ui/logo'
import { useNarrow } from '../ui/media'
import { usePageTitle } from '../ui/page'
import { StatusLine } from '../ui/status-line'
import { Strip } from '../ui/strip'
import styles from './guest-frame.module.css'
import { Mark } from './mark'
import menuStyles from './menus.module.css'
import { Person } from './person'
import { activateRelease, useRelease } from './releases'
import shell from './shell.module.css'
import sidebar from './sidebar.module.css'
import tabs from './tab-bar.module.css'
import { ToastRegion } from './toast-region'

interface GuestScreen {
  path: string
  label: string
  icon: Icon
}

/** What an invitation names. Everything else of the app is closed to guests, on the server too. */
const screens: readonly GuestScreen[] = [
  { path: TRANSACTIONS_SCREEN, label: 'Transações', icon: IconReceipt },
  { path: REPORTS_SCREEN, label: 'Relatórios', icon: IconChartBar },
  { path: MEI_SCREEN, label: 'MEI', icon: IconBuildingStore },
]

function isOpenToGuests(pathname: string): boolean {
  return (
    [TRANSACTIONS_SCREEN, REPORTS_SCREEN, CLOSING_SCREEN].includes(pathname) ||
    pathname === MEI_SCREEN ||
    pathname.startsWith(`${MEI_SCREEN}/`)
  )
}

/** The frame of a guest: whose accounts these are, the screens that the invitation names, and the way out. */
export default function GuestFrame() {
  const { name, visit } = useUser()
  const { pathname } = useLocation()
  const content = useRef<HTMLElement>(null)
  const narrow = useNarrow()
  if (!visit) return null
  if (!isOpenToGuests(pathname)) return <Navigate to={TRANSACTIONS_SCREEN} replace />
  return (
    <div className={shell.frame}>
      <a
        href="#conteudo"
        className={shell.skip}
        data-chrome
        onClick={(event) => {
          event.preventDefault()
          content.current?.focus()
        }}
      >
        Pular para o conteúdo
      </a>
      {!narrow && (
        <aside className={sidebar.side} aria-label="Menu" data-chrome>
          <div className={sidebar.brand}>
            <span className={sidebar.word}>
              <Logo />
            </span>
            <span className={sidebar.mark}>
              <Mark />
            </span>
          </div>
          <nav aria-label="Principal" className={sidebar.list}>
            {screens.map(({ path, label, icon: ScreenIcon }) => (
              <Link key={path} to={path} aria-current={currentOf(path, pathname)} className={sidebar.link} title={label}>
                <ScreenIcon size={20} stroke={1.75} aria-hidden />
                <span className={sidebar.label}>{label}</span>
              </Link>
            ))}
          </nav>
          <div className={sidebar.foot}>
            <div className={`${menuStyles.target} ${styles.person}`}>
              <Person name={name} detail={`a convite de ${firstNameOf(visit.ownerName)}`} />
            </div>
          </div>
        </aside>
      )}
      <div className={shell.column}>
        <GuestStrips />
        {narrow && <NarrowHead />}
        <Band visit={visit} />
        {visit.grants.length > 1 && <BusinessChoice visit={visit} />}
        <main ref={content} id="conteudo" tabIndex={-1} className={shell.content}>
          <Outlet />
        </main>
      </div>
      {narrow && (
        <nav aria-label="Principal" className={`${tabs.tabs} ${styles.tabs}`} data-chrome data-tabs>
          {screens.map(({ path, label, icon: ScreenIcon }) => (
            <Link key={path} to={path} aria-current={currentOf(path, pathname)} className={tabs.tab}>
              <ScreenIcon size={22} stroke={1.75} aria-hidden />
              {label}
            </Link>
          ))}
        </nav>
      )}
      <ToastRegion />
    </div>
  )
}

function currentOf(path: string, pathname: string): 'page' | undefined {
  return pathname === path || pathname.startsWith(`${path}/`) ? 'page' : undefined
}

function firstNameOf(name: string): string {
  return name.split(' ')[0] ?? name
}

/** Whose accounts these are, until when, and the way out. It stays on every screen. */
function Band({ visit }: { visit: GuestVisit }) {
  const { businessName } = useUser()
  const narrow = useNarrow()
  const ends = clockTime(Date.parse(visit.endsAt))
  const until = visit.until === null ? '' : `Convite até ${formatLastDay(visit.until)}. `
  return (
    <section className={styles.band} aria-label="Visita" data-chrome>
      <IconEye size={20} stroke={1.75} aria-hidden />
      <p>
        <b>{narrow ? `${businessName}, só para ver` : `Contas de ${businessName}, só para ver.`}</b>{' '}
        <span>{narrow ? `Até as ${ends}` : `${until}Esta visita termina às ${ends}.`}</span>
      </p>
      <Button variant="line" size="sm" onClick={() => void signOut()}>
        Sair
      </Button>
    </section>
  )
}

/** The choice among the businesses that invited this address. One is open at a time. */
function BusinessChoice({ visit: { grantId, grants } }: { visit: GuestVisit }) {
  const account = useAccount()
  const isOffline = useOffline()
  const [failure, setFailure] = useState<string | null>(null)

  async function change(next: string): Promise<void> {
    if (next === grantId || isOffline) return
    setFailure(null)
    try {
      await switchBusiness(account, next)
      // Nothing of the business before may stay on the screen.
      window.location.assign(TRANSACTIONS_SCREEN)
    } catch (refused) {
      setFailure(refusalOf(refused).text)
    }
  }

  return (
    <section className={styles.choice} aria-label="Escolher o negócio" data-chrome>
      <PlainSelect
        label="Negócio"
        isLabelled
        value={grantId}
        options={grants.map(({ id, businessName }) => [id, businessName] as const)}
        onChange={(next) => void change(next)}
      />
      {failure && <StatusLine tone="danger">{failure}</StatusLine>}
    </section>
  )
}

function NarrowHead() {
  return (
    <header className={styles.head} data-chrome>
      <Mark size={26} />
      {/* Screen readers get the heading of the screen instead. */}
      <b aria-hidden="true">
        <Title />
      </b>
    </header>
  )
}

/** A component of its own, because the title changes after each screen renders. */
function Title() {
  return <>{usePageTitle()}</>
}

function GuestStrips() {
  const isOffline = useOffline()
  const release = useRelease()
  return (
    <>
      <Strip
        name="offline"
        tone="inverse"
        notice={isOffline ? { icon: IconEye, title: 'Sem internet.', detail: 'O que está na tela é de antes.' } : null}
      />
      <Strip
        name="release"
        tone="inverse"
        notice={
          release === 'offered'
            ? {
                icon: IconRefresh,
                title: 'Nova versão disponível.',
                actions: [{ label: 'Atualizar', onClick: () => void activateRelease() }],
              }
            : null
        }
      />
    </>
  )
}
