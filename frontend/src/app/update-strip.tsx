import { useEffect } from 'react'
import { IconRefresh } from '@tabler/icons-react'
import { kindOf } from '../data/sync/entity-registry'
import { useSyncStatus, useUnsentCommands } from '../data/sync-status'
import { holdReload } from '../lib/reload-holds'
import { activateRelease, useRelease } from './releases'
import styles from './update-strip.module.css'

/** The strip that offers a newer release. */
export default function UpdateStrip() {
  const release = useRelease()
  useUnsentReloadHold()
  return (
    <div role="status" data-chrome>
      {release !== 'none' && (
        <div className={styles.strip}>
          <IconRefresh size={22} stroke={1.75} aria-hidden />
          <p>
            <b>Nova versão disponível.</b> {release === 'requested' && <span>Ela entra assim que tudo estiver salvo e enviado.</span>}
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

/** Queued commands are sent by the release that made them, if possible; without a persistent queue a reload would lose them. */
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
