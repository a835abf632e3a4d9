import { memo } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { IconArrowLeft, IconPlus, IconSearch } from '@tabler/icons-react'
import { sheetAddress } from '../features/transactions/sheet-address'
import { ButtonLink } from '../ui/button'
import { IconButton } from '../ui/icon-button'
import { Mark } from './mark'
import { usePageTitle } from '../ui/page'
import { Bell } from './bell'
import { isPastDay, parentScreen } from './navigation'
import { openOverlay } from './overlays'
import styles from './top-bar.module.css'

const onApple = /Mac|iPhone|iPad/.test(navigator.platform)

/** Search, notices and the primary action; on a phone also the screen's title. */
export const TopBar = memo(function TopBar() {
  const { pathname, search } = useLocation()
  const before = parentScreen(pathname, search)
  return (
    <header className={styles.bar} data-chrome>
      <span className={styles.mark}>{before ? <BackButton parent={before} /> : <Mark size={26} />}</span>
      {/* Screen readers get the heading of the screen instead. */}
      <b className={styles.title} aria-hidden="true">
        <Title />
      </b>
      <button type="button" className={styles.search} aria-keyshortcuts="Control+K Meta+K" onClick={() => openOverlay('palette')}>
        <IconSearch size={18} stroke={1.75} aria-hidden />
        <span>Buscar ou ir para…</span>
        <kbd aria-hidden="true">{onApple ? '⌘ K' : 'Ctrl K'}</kbd>
      </button>
      <div className={styles.right}>
        <span className={styles.searchIcon}>
          <IconButton label="Buscar" icon={<IconSearch size={22} stroke={1.75} aria-hidden />} onClick={() => openOverlay('palette')} />
        </span>
        <Bell />
        {!isPastDay(pathname, search) && (
          <ButtonLink to={sheetAddress()} className={styles.add ?? ''} data-add icon={<IconPlus size={18} stroke={1.75} aria-hidden />}>
            Nova Transação
          </ButtonLink>
        )}
      </div>
    </header>
  )
})

/** Goes back to the entry of the app from which the screen was opened, or to its parent if it was opened by its address. */
export function BackButton({ parent }: { parent: string }) {
  const navigate = useNavigate()

  function goBack(): void {
    // The router numbers its entries from 0. A key says nothing: replacing the first entry changes it.
    const { idx } = (window.history.state ?? {}) as { idx?: number }
    void (idx ? navigate(-1) : navigate(parent))
  }

  return <IconButton label="Voltar" icon={<IconArrowLeft size={22} stroke={1.75} aria-hidden />} onClick={goBack} />
}

/** A component of its own, because the title changes after each screen renders and nothing else in the bar depends on it. */
function Title() {
  return <>{usePageTitle()}</>
}
