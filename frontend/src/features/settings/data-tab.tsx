import { useState } from 'react'
import { Link } from 'react-router-dom'
import { IconDownload } from '@tabler/icons-react'
import { useAccount } from '../../data/account'
import { exportAccount } from '../../data/account-data'
import { useOffline } from '../../data/connection'
import { isResetPending } from '../../data/sync/queue'
import { refusalOf } from '../../data/refusal'
import { useUnsentCommands } from '../../data/sync-status'
import { today } from '../../lib/dates'
import { saveFile } from '../../lib/save-file'
import { Button } from '../../ui/button'
import { StatusLine } from '../../ui/status-line'
import { showToast } from '../../ui/overlay/toast'
import styles from './data-tab.module.css'
import { Erasure } from './erasure'
import { Reset } from './reset'
import { RestoreSection } from './restore-section'
import { Section } from './section'
import { uncopiedText } from './settings-texts'

/** The actions on all data of the account: export, restore, reset and erasure. */
export default function DataTab() {
  return (
    <>
      <ExportSection />
      <RestoreSection />
      <Reset />
      <Erasure />
    </>
  )
}

function ExportSection() {
  const account = useAccount()
  const isOffline = useOffline()
  const uncopied = uncopiedText(useUnsentCommands().filter((item) => !isResetPending(item)).length)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const name = `prumo-backup-${today()}.json`

  async function save(): Promise<void> {
    setBusy(true)
    setFailure(null)
    try {
      const everything = await exportAccount(account)
      saveFile({ name, type: 'application/json', text: `${JSON.stringify(everything, null, 2)}\n` })
      showToast({ text: `${name} foi salvo neste aparelho.` })
    } catch (refused) {
      setFailure(refusalOf(refused).text)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Section title="Levar uma cópia">
      <p>
        Um arquivo com tudo o que está na conta: transações, metas, tarefas, reserva e assinatura. O que mudou, dia a dia, está no{' '}
        <Link to="/dashboard/activity">histórico</Link>.
      </p>
      {uncopied && <p>{uncopied}</p>}
      <div className={styles.copy}>
        <Button
          variant="line"
          icon={<IconDownload size={20} stroke={1.75} aria-hidden />}
          disabled={isOffline}
          busy={isBusy}
          onClick={() => void save()}
        >
          {isBusy ? 'Preparando…' : 'Exportar backup'}
        </Button>
        <span>{isOffline ? 'Precisa de internet para baixar a cópia.' : name}</span>
      </div>
      {failure && <StatusLine tone="danger">{failure}</StatusLine>}
    </Section>
  )
}
