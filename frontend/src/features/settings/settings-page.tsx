import { useEffect } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { IconChevronRight } from '@tabler/icons-react'
import { signOut } from '../../lib/session-start'
import { usePrefetch } from '../../ui/lazy-part'
import { useNarrow } from '../../ui/media'
import { Page } from '../../ui/page'
import { APP_VERSION } from './about'
import styles from './settings-page.module.css'
import { settingsTabs } from './settings-tabs'
import { tabAddress, tabIn } from './tab-address'

/** A list of parts beside the one that is open; on a phone the list leads to a page for each. */
export function Component() {
  const { search } = useLocation()
  const narrow = useNarrow()
  const asked = settingsTabs.find(({ word }) => word === tabIn(search))
  const step = narrow ? (asked?.word ?? '') : ''
  usePrefetch(...settingsTabs.map(({ Panel }) => Panel))
  useEffect(() => {
    if (step) window.scrollTo(0, 0)
  }, [step])

  if (narrow && !asked) {
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
  if (narrow && asked) {
    return (
      <Page title={asked.label} step={asked.word}>
        <div className={styles.panel}>
          <asked.Panel />
        </div>
      </Page>
    )
  }
  const shown = asked ?? settingsTabs[0]!
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

/** @param shown the part beside the list; without one each says how things stand there */
function TabList({ shown }: { shown?: (typeof settingsTabs)[number] }) {
  return (
    <nav aria-label="Configurações">
      <ul className={styles.list} data-alone={!shown}>
        {settingsTabs.map(({ word, label, Standing }) => (
          <li key={word}>
            <Link to={tabAddress(word)} className={styles.item} aria-current={shown?.word === word ? 'page' : undefined}>
              <span className={styles.label} data-text={label}>
                {label}
              </span>
              {!shown && (
                <>
                  <span className={styles.standing}>
                    <Standing />
                  </span>
                  <IconChevronRight size={18} stroke={1.75} aria-hidden />
                </>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
