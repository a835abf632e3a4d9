import { useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { IconFileImport } from '@tabler/icons-react'
import type { Restore } from '@prumo/shared/restore'
import { noOptionalTexts } from '@prumo/shared/transaction-details'
import { useOffline } from '../../data/connection'
import { useRestore } from '../../data/restore'
import { type TransactionDraft } from '../../data/transaction-commands'
import { today } from '../../lib/dates'
import { formAddress, type FormLocationState } from '../../lib/form-address'
import { Button } from '../../ui/button'
import { lazyPart } from '../../ui/lazy-part'
import { ProgressBar } from '../../ui/progress-bar'
import { StatusLine } from '../../ui/status-line'
import tab from './data-tab.module.css'
import { Records } from './records'
import styles from './restore-section.module.css'
import { Section } from './section'
import { recordsText } from './settings-texts'
import { TRANSACTIONS_SCREEN } from '../../data/screens'

const RestoreDialog = lazyPart(() => import('./restore-dialog'), { what: 'a leitura do arquivo' })

/** Restores an export: choose a file, review it, follow the progress. */
export function RestoreSection() {
  const { restore, forget } = useRestore()
  const isOffline = useOffline()
  const input = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<File | null>(null)
  const isRunning = restore?.state === 'running'
  const choose = () => input.current?.click()
  return (
    <Section title="Trazer uma cópia">
      <p>
        O arquivo que “Exportar backup” salvou volta inteiro, para uma conta que ainda não tem nada. Antes de entrar, você vê o que há nele.
      </p>
      {restore && <RestoreStatus restore={restore} />}
      {!isRunning && (
        <div className={tab.copy}>
          {restore?.state !== 'done' && (
            <Button variant="line" icon={<IconFileImport size={20} stroke={1.75} aria-hidden />} disabled={isOffline} onClick={choose}>
              {restore ? 'Escolher o arquivo de novo' : 'Escolher arquivo'}
            </Button>
          )}
          {restore && (
            <Button variant={restore.state === 'done' ? 'line' : 'quiet'} onClick={forget}>
              Entendi
            </Button>
          )}
          {isOffline && <span>Precisa de internet para trazer a cópia.</span>}
          <input
            ref={input}
            type="file"
            hidden
            accept="application/json,.json"
            aria-label="Cópia do Prumo"
            onChange={({ target }) => {
              setChosen(target.files?.[0] ?? null)
              // Allow the same file to be chosen again.
              target.value = ''
            }}
          />
        </div>
      )}
      <RestoreDialog
        isRequested={chosen !== null}
        onDismissFailure={() => setChosen(null)}
        chosen={chosen}
        onClose={() => setChosen(null)}
      />
    </Section>
  )
}

/** The progress of the restore, and the records that failed. */
function RestoreStatus({ restore: { state, total, done, problems } }: { restore: Restore }) {
  if (state === 'running') return <Running total={total} done={done} />
  const failedRecords = problems.filter(({ at }) => at !== '')
  if (state === 'failed') {
    const reason = problems.find(({ at }) => at === '')?.reason ?? `Parou em ${recordsText(total, done)}.`
    return (
      <>
        <StatusLine tone="danger" title="A cópia não entrou inteira">
          {reason}
          {done > 0 && ' O mesmo arquivo continua de onde parou; para trazer outro, apague antes todos os dados.'}
        </StatusLine>
        <Problems problems={failedRecords} />
      </>
    )
  }
  return (
    <>
      <Records total={total} done={done - failedRecords.length} />
      {problems.length === 0 ? (
        <StatusLine tone="success">A cópia está na conta.</StatusLine>
      ) : (
        <StatusLine
          tone="warning"
          title={problems.length === 1 ? '1 registro ficou de fora' : `${recordsText(problems.length)} ficaram de fora`}
        >
          O resto da cópia está na conta.
        </StatusLine>
      )}
      <Problems problems={problems} />
    </>
  )
}

/** The nouns for the records of each list in a copy. A single record has its name only. */
const kinds: Readonly<Record<string, string>> = {
  transactions: 'Transação',
  goals: 'Meta',
  tasks: 'Tarefa',
  movements: 'Movimento',
  imports: 'Importação',
  recurrences: 'Repetição',
}

/** The records that failed, with reasons. A transaction shows its description, so that it can be entered by hand. */
function Problems({ problems }: Pick<Restore, 'problems'>) {
  if (problems.length === 0) return null
  return (
    <ul className={styles.problems}>
      {problems.map(({ at, reason }) => {
        const [, list = '', index] = /^(\w+)\[(\d+)\]$/.exec(at) ?? []
        // A name before the reason may contain a colon.
        const [, name = '', why] = /^(?:(.*): )?(.*)$/s.exec(reason) ?? []
        const which = [index && `${kinds[list]} ${Number(index) + 1}`, name].filter(Boolean).join(', ')
        return (
          <li key={at}>
            <p>
              {which && <b>{which}</b>}
              <span>{why}</span>
            </p>
            {list === 'transactions' && (
              <Link to={formAddress(TRANSACTIONS_SCREEN)} state={{ draft: draftOf(name) } satisfies FormLocationState}>
                Lançar à mão<span className="visually-hidden"> {which}</span>
              </Link>
            )}
          </li>
        )
      })}
    </ul>
  )
}

function draftOf(description: string): TransactionDraft {
  return { ...noOptionalTexts, type: 'income', centavos: 0, description, date: today(), isScheduled: false }
}

function Running({ total, done }: Pick<Restore, 'total' | 'done'>) {
  const percent = total === 0 ? 100 : Math.floor((done * 100) / total)
  return (
    <div className={styles.running}>
      <p role="status">Trazendo a cópia. Você pode sair desta tela: ela continua na conta.</p>
      <Records total={total} done={done} />
      <ProgressBar label="Trazendo a cópia" percent={percent} text={recordsText(total, done)} />
    </div>
  )
}
