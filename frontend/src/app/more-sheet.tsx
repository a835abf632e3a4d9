import {
  IconCategory,
  IconDownload,
  IconExclamationCircle,
  IconFileImport,
  IconLogout,
  IconMoon,
  IconRepeat,
  IconReplace,
  IconSun,
} from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import { EXPORT_ADDRESS } from '../features/transactions/sheet-address'
import { useSyncStatus } from '../data/sync-status'
import { useWallets } from '../data/wallets'
import { useUser } from '../lib/session'
import { signOut } from '../lib/session-start'
import { setColorScheme } from '../ui/color-scheme'
import { useColorScheme } from '../ui/use-color-scheme'
import { Sheet } from '../ui/overlay/sheet'
import { Person } from './person'
import { shownDestinations } from './navigation'
import { closeOverlay } from './overlays'
import styles from './more-sheet.module.css'
import { CATEGORIES_SCREEN, IMPORT_SCREEN, RECURRENCES_SCREEN, REVIEW_SCREEN, RULES_SCREEN } from '../data/screens'

/** The sheet behind "Mais": the screens without a tab on a phone, the person, and signing out. */
export default function MoreSheet() {
  const user = useUser()
  const { undecided } = useSyncStatus()
  const { hasSeveral } = useWallets()
  const dark = useColorScheme() === 'dark'
  const SchemeIcon = dark ? IconSun : IconMoon
  return (
    <Sheet open onClose={closeOverlay} title="Mais">
      <ul className={styles.list}>
        {shownDestinations(hasSeveral)
          .filter(({ phone }) => phone === 'more')
          .map(({ path, label, icon: Icon }) => (
            <li key={path}>
              <Link to={path} className={styles.item} onClick={closeOverlay}>
                <Icon size={22} stroke={1.75} aria-hidden />
                {label}
              </Link>
            </li>
          ))}
        <li>
          <Link to={RECURRENCES_SCREEN} className={styles.item} onClick={closeOverlay}>
            <IconRepeat size={22} stroke={1.75} aria-hidden />O que se repete
          </Link>
        </li>
        <li>
          <Link to={RULES_SCREEN} className={styles.item} onClick={closeOverlay}>
            <IconReplace size={22} stroke={1.75} aria-hidden />
            Regras
          </Link>
        </li>
        <li>
          <Link to={CATEGORIES_SCREEN} className={styles.item} onClick={closeOverlay}>
            <IconCategory size={22} stroke={1.75} aria-hidden />
            Categorias
          </Link>
        </li>
        <li>
          <Link to={IMPORT_SCREEN} className={styles.item} onClick={closeOverlay}>
            <IconFileImport size={22} stroke={1.75} aria-hidden />
            Importar extrato
          </Link>
        </li>
        <li>
          <Link to={EXPORT_ADDRESS} className={styles.item} onClick={closeOverlay}>
            <IconDownload size={22} stroke={1.75} aria-hidden />
            Exportar transações
          </Link>
        </li>
        {undecided.length > 0 && (
          <li>
            <Link to={REVIEW_SCREEN} className={styles.item} onClick={closeOverlay}>
              <IconExclamationCircle size={22} stroke={1.75} aria-hidden />
              Revisar ({undecided.length})
            </Link>
          </li>
        )}
        <li>
          <button type="button" className={styles.item} onClick={() => setColorScheme(dark ? 'light' : 'dark')}>
            <SchemeIcon size={22} stroke={1.75} aria-hidden />
            {dark ? 'Usar modo claro' : 'Usar modo escuro'}
          </button>
        </li>
        <li className={styles.person}>
          <Person name={user.name} detail={user.email} />
        </li>
        <li>
          <button type="button" className={styles.item} onClick={() => void signOut()}>
            <IconLogout size={22} stroke={1.75} aria-hidden />
            Sair
          </button>
        </li>
      </ul>
    </Sheet>
  )
}
