import { useEffect } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { IconChevronRight } from '@tabler/icons-react'
import { WALLETS_SCREEN } from '../../data/screens'
import { signOut } from '../../lib/session-start'
import { usePrefetch } from '../../ui/lazy-part'
import { useNarrow } from '../../ui/media'
import { Page } from '../../ui/page'
import { APP_VERSION } from './about'
import styles from './settings-page.module.css'
import { settingsTabs } from './settings-tabs'
import { tabAddress, tabIn } from './tab-address'

/** The list of tabs beside the open one. On a phone the list links to a page for each. */
export function Component() {
  const { search } = useLocation()
  const narrow = useNarrow()
  const requestedTab = settingsTabs.find(({ word }) => word === tabIn(search))
  const step = narrow ? (requestedTab?.word ?? '') : ''
  usePrefetch(...settingsTabs.map(({ Panel }) => Panel))
  useEffect(() => {
    if (step) window.scrollTo(0, 0)
  }, [step])

  if (narrow && !requestedTab) {
    return (
      <Page title="Configurações">
        <TabList />
        <p className={styles.foot}>
          <button type="button" onClick={() => void signOut()}>
            Sair
          </button>
          Versão {APP_VERSION}
        </p>
      </Page>
    )
  }
  if (narrow && requestedTab) {
    return (
      <Page title={requestedTab.label} step={requestedTab.word}>
        <div className={styles.panel}>
          <requestedTab.Panel />
        </div>
      </Page>
    )
  }
  const shown = requestedTab ?? settingsTabs[0]!
  return (
    <Page title="Configurações">
      <div className={styles.page}>
        <TabList shown={shown} />
        <div className={styles.panel}>
          <shown.Panel key={shown.word} />
        </div>
      </div>
    </Page>
  )
}

/** The tabs, and the screen of the wallets. @param shown the open tab; without one, each entry shows a summary */
function TabList({ shown }: { shown?: (typeof settingsTabs)[number] }) {
  return (
    <nav aria-label="Configurações">
      <ul className={styles.list} data-alone={!shown}>
        {settingsTabs.map(({ word, label, Summary }) => (
          <li key={word}>
            <Link to={tabAddress(word)} className={styles.item} aria-current={shown?.word === word ? 'page' : undefined}>
              <span className={styles.label} data-text={label}>
                {label}
              </span>
              {!shown && (
                <>
                  <span className={styles.standing}>
                    <Summary />
                  </span>
                  <IconChevronRight size={18} stroke={1.75} aria-hidden />
                </>
              )}
            </Link>
          </li>
        ))}
        <li>
          <Link to={WALLETS_SCREEN} className={styles.item}>
            <span className={styles.label} data-text="Contas">
              Contas
            </span>
            {!shown && (
              <>
                <span className={styles.standing}>Bancos, dinheiro e cartões</span>
                <IconChevronRight size={18} stroke={1.75} aria-hidden />
              </>
            )}
          </Link>
        </li>
      </ul>
    </nav>
  )
}
