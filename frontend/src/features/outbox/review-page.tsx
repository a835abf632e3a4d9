import { useState, type ReactNode } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { IconClock, IconExclamationCircle } from '@tabler/icons-react'
import { useAccount } from '../../data/account'
import type { QueuedCommand } from '../../data/sync/command'
import { closingAddress } from '../../data/screens'
import { followersOf, isLapsedReset } from '../../data/sync/queue'
import { wordsOf } from '../../data/sync/entity-registry'
import { useSyncStatus, useWholeQueue } from '../../data/sync-status'
import { useToday } from '../../lib/use-today'
import { Button, ButtonLink } from '../../ui/button'
import { EmptyState } from '../../ui/empty-state'
import { lazyPart, usePrefetch } from '../../ui/lazy-part'
import { Page } from '../../ui/page'
import { BatchConflict, refusedBatchOf } from './batch-conflict'
import { CommandAmount } from './command-amount'
import { followersText, reasonText, reviewIntro, whenAndWhat } from './outbox-texts'
import { canReopenForm, reopenedFormState } from './reopened-form'
import styles from './review-page.module.css'

const ConfirmDialog = lazyPart(async () => ({ default: (await import('../../ui/overlay/confirm-dialog')).ConfirmDialog }), {
  what: 'a pergunta',
})
const ConflictSheet = lazyPart(() => import('./conflict-sheet'), { what: 'a comparação' })

/** The URL parameter with the compared command, so that Back closes its sheet. */
const COMPARED_PARAM = 'comparar'

/** The list of refused commands, each with its reason and actions. */
export function Component() {
  const { undecided } = useSyncStatus()
  const queue = useWholeQueue()
  const [address, setAddress] = useSearchParams()
  const compared = undecided.find(({ command, status }) => status.is === 'conflict' && command.id === address.get(COMPARED_PARAM)) ?? null

  const closeComparison = () => setAddress({}, { replace: true })
  const { askDiscard, dialog } = useDiscarding()
  usePrefetch(ConflictSheet)

  return (
    <Page title="Revisar">
      <div className={styles.page}>
        {undecided.length === 0 ? (
          <EmptyState
            title="Nada para revisar"
            reason="O que você lançou está na conta, ou a caminho dela."
            action={<ButtonLink to="/dashboard">Ver o painel</ButtonLink>}
          />
        ) : (
          <>
            <p className={styles.intro}>{reviewIntro(undecided.length)}</p>
            <ul>
              {undecided.map((item) => (
                <ParkedEntry
                  key={item.command.id}
                  item={item}
                  followers={followersOf(queue, item)}
                  onCompare={() => setAddress({ [COMPARED_PARAM]: item.command.id })}
                  onDiscard={() => askDiscard(item)}
                />
              ))}
            </ul>
          </>
        )}
      </div>
      {dialog}
      <ConflictSheet isRequested={compared !== null} onDismissFailure={closeComparison} item={compared} onClose={closeComparison} />
    </Page>
  )
}

/** Asks before what was typed is discarded, which cannot be undone. */
function useDiscarding(): { askDiscard: (item: QueuedCommand) => void; dialog: ReactNode } {
  const { outbox } = useAccount()
  usePrefetch(ConfirmDialog)
  /** The open request; after that the last one, until the dialog has faded out. */
  const [asked, setAsked] = useState<QueuedCommand | null>(null)
  const [open, setOpen] = useState(false)

  function confirm(): void {
    if (open && asked) void decide(outbox.discard(asked.command.id))
    setOpen(false)
  }

  return {
    askDiscard: (item) => {
      setAsked(item)
      setOpen(true)
    },
    dialog: asked && (
      <ConfirmDialog
        isRequested={open}
        onDismissFailure={() => setOpen(false)}
        open={open}
        title={`Descartar ${wordsOf(asked.command).subject}`}
        text="O que você digitou sai deste aparelho sem entrar na conta. Não dá para desfazer."
        confirm="Descartar"
        danger
        onConfirm={confirm}
        onCancel={() => setOpen(false)}
      />
    ),
  }
}

/** Moves the focus to the heading, because the decided entry disappears. */
async function decide(what: Promise<void>): Promise<void> {
  await what
  document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
}

/** The closed month for which a command was refused; null for any other reason. */
function closedMonthOf({ status }: QueuedCommand): string | null {
  return status.is === 'refused' && status.reason.code === 'MONTH_CLOSED' ? (status.reason.fields?.months?.[0] ?? null) : null
}

interface ParkedEntryProps {
  item: QueuedCommand
  followers: readonly QueuedCommand[]
  onCompare: () => void
  onDiscard: () => void
}

function ParkedEntry({ item, followers, onCompare, onDiscard }: ParkedEntryProps) {
  const { outbox } = useAccount()
  const { id } = item.command
  const navigate = useNavigate()
  const { subject, address } = wordsOf(item.command)
  const waits = followersText(followers)
  const now = useToday()
  const batch = refusedBatchOf(item)
  const closed = closedMonthOf(item)

  return (
    <li className={styles.entry} data-row={id}>
      <p className={styles.when}>{whenAndWhat(item, now)}</p>
      <div className={styles.about}>
        <h2>{subject}</h2>
        <CommandAmount command={item.command} />
      </div>
      <p className={styles.reason}>
        <IconExclamationCircle size={18} stroke={1.75} aria-hidden />
        <span>{reasonText(item, now)}</span>
      </p>
      {waits && (
        <p className={styles.waits}>
          <IconClock size={18} stroke={1.75} aria-hidden />
          <span>{waits}</span>
        </p>
      )}
      {batch && <BatchConflict batch={batch} onDecided={(decision) => void decide(decision)} />}
      <div className={styles.actions}>
        {batch && batch.locked.length === 0 ? null : item.status.is === 'conflict' ? (
          <Button aria-label={`Comparar ${subject}`} onClick={onCompare}>
            Comparar
          </Button>
        ) : canReopenForm(item) ? (
          <Button aria-label={`Corrigir ${subject}`} onClick={() => void navigate(address, { state: reopenedFormState(item) })}>
            Corrigir
          </Button>
        ) : isLapsedReset(item) ? (
          <ButtonLink to={address}>Confirmar de novo</ButtonLink>
        ) : (
          // Offered when there is no draft to correct, or nothing wrong with it.
          <Button aria-label={`Tentar de novo ${subject}`} onClick={() => void decide(outbox.retry(id))}>
            Tentar de novo
          </Button>
        )}
        {closed !== null && (
          <ButtonLink variant="line" to={closingAddress(closed)}>
            Ver o mês
          </ButtonLink>
        )}
        <Button variant="line" aria-label={`Descartar ${subject}`} onClick={onDiscard}>
          Descartar
        </Button>
      </div>
    </li>
  )
}
