import { useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { IconFileImport } from '@tabler/icons-react'
import type { Restore } from '@prumo/shared/restore'
import { noOptionalTexts } from '@prumo/shared/transaction-details'
import { useAccount } from '../../data/account'
import { useOffline } from '../../data/connection'
import { useRestore } from '../../data/restore'
import { bringAttachments, useBroughtAttachments, type BroughtAttachments } from '../../data/restored-attachments'
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
import { attachmentsText, recordsText } from './settings-texts'
import { TRANSACTIONS_SCREEN } from '../../data/screens'

const RestoreDialog = lazyPart(() => import('./restore-dialog'), { what: 'a leitura do arquivo' })

/** Restores an export: choose a file, review it, follow the progress. */
export function RestoreSection() {
  const { restore, forget } = useRestore()
  const isOffline = useOffline()
  const input = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<File | null>(null)
  const account = useAccount()
  const brought = useBroughtAttachments()
  const [problem, setProblem] = useState<string | null>(null)
  const isRunning = restore?.state === 'running' || brought?.isRunning === true
  const isWithoutReceipts = restore?.state === 'done' && restore.attachments > 0 && !isRunning

  /** Of a copy whose records are in the account, only receipts are missing: nothing is asked again. */
  async function take(file: File | null): Promise<void> {
    setProblem(null)
    if (!restore || !isWithoutReceipts || !file) return setChosen(file)
    const { readChosenCopy } = await import('./read-copy')
    const read = await readChosenCopy(file)
    if ('problem' in read) setProblem(read.problem)
    else if (read.files.size === 0) setProblem('Este arquivo não tem comprovantes. Escolha o .zip que o backup salvou.')
    else await bringAttachments(account, restore.id, read.files)
  }

  const choose = () => input.current?.click()
  return (
    <Section title="Trazer uma cópia">
      <p>
        O arquivo que “Exportar backup” salvou volta inteiro, para uma conta que ainda não tem nada. Antes de entrar, você vê o que há nele.
      </p>
      {restore && <RestoreStatus restore={restore} brought={brought} />}
      {problem && <StatusLine tone="danger">{problem}</StatusLine>}
      {!isRunning && (
        <div className={tab.copy}>
          {(restore?.state !== 'done' || isWithoutReceipts) && (
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
            accept="application/json,.json,application/zip,.zip"
            aria-label="Cópia do Prumo"
            onChange={({ target }) => {
              void take(target.files?.[0] ?? null)
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
function RestoreStatus({ restore, brought }: { restore: Restore; brought: BroughtAttachments | null }) {
  const { state, total, done, problems } = restore
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
      <Receipts missing={restore.attachments} brought={brought} />
      {problems.length === 0 ? (
        !brought?.isRunning && restore.attachments === 0 && <StatusLine tone="success">A cópia está na conta.</StatusLine>
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

/** The receipts of a copy on their way, or why they are not in the account. */
function Receipts({ missing, brought }: { missing: number; brought: BroughtAttachments | null }) {
  if (brought?.isRunning) {
    const { total, done, refused } = brought
    return (
      <div className={styles.running}>
        <p role="status">Trazendo os comprovantes. Deixe o Prumo aberto até o fim.</p>
        <ProgressBar
          label="Trazendo os comprovantes"
          percent={total === 0 ? 0 : Math.floor(((done + refused) * 100) / total)}
          text={attachmentsText(total, done)}
        />
        <p>{total > 0 && attachmentsText(total, done)}</p>
      </div>
    )
  }
  if (missing === 0) return null
  if (brought && brought.refused > 0 && brought.failure === null) return <Refused count={brought.refused} />
  const title = missing === 1 ? 'Falta 1 comprovante' : `Faltam ${attachmentsText(missing)}`
  return (
    <StatusLine tone="warning" title={title}>
      {brought?.failure && `${brought.failure} `}
      As transações estão na conta. Escolha o mesmo arquivo .zip para continuar de onde parou.
    </StatusLine>
  )
}

/** Every receipt was tried, and these are not in the account. */
function Refused({ count }: { count: number }) {
  const [title, reason, which] =
    count === 1
      ? ['1 comprovante não entrou', 'Falta', 'esse comprovante']
      : [`${attachmentsText(count)} não entraram`, 'Faltam', 'esses comprovantes']
  return (
    <StatusLine tone="warning" title={title}>
      {reason} no arquivo ou a conta não aceitou. As transações estão na conta. Se outro backup seu tiver {which}, escolha o .zip dele.
    </StatusLine>
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
