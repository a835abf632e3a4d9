import { useEffect } from 'react'
import { IconRefresh } from '@tabler/icons-react'
import { kindOf } from '../data/sync/entity-registry'
import { useSyncStatus, useUnsentCommands } from '../data/sync-status'
import { holdReload } from '../lib/reload-holds'
import { activateRelease, useRelease } from './releases'
import styles from './update-strip.module.css'

/** Above everything, that there is a newer release, and the way to it. Pushes the screen down. */
export default function UpdateStrip() {
  const release = useRelease()
  useUnsentReloadHold()
  return (
    <div role="status" data-chrome>
      {release !== 'none' && (
        <div className={styles.strip}>
          <IconRefresh size={22} stroke={1.75} aria-hidden />
          <p>
            <b>Nova versão disponível.</b> {release === 'asked' && <span>Ela entra assim que tudo estiver salvo e enviado.</span>}
          </p>
          {release === 'offered' && (
            <button type="button" className={styles.action} onClick={() => void activateRelease()}>
              Atualizar
            </button>
          )}
        </div>
      )}
    </div>
  )
}

/** What waits is sent by the release that it was made with, where that can; where nothing is kept, loading anew would lose it. */
function useUnsentReloadHold(): void {
  const { waiting, isPersistent } = useSyncStatus()
  const unsent = useUnsentCommands()
  const isLost = !isPersistent && unsent.length > 0
  const isUnfinished = waiting.some(({ command }) => kindOf(command) !== null)
  useEffect(() => {
    if (isLost) return holdReload('lost')
    return isUnfinished ? holdReload('unfinished') : undefined
  }, [isLost, isUnfinished])
}
