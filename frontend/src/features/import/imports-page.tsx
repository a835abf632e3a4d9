import { useState } from 'react'
import { IconArrowBackUp, IconFileImport } from '@tabler/icons-react'
import { atClockTime, clockTime } from '@prumo/shared/clock-time'
import { dateInSaoPaulo } from '@prumo/shared/calendar'
import type { AcceptedImport } from '@prumo/shared/imports'
import { undoImport } from '../../data/import-commands'
import { useImports } from '../../data/imports'
import { useAccount } from '../../data/account'
import { useWallets } from '../../data/wallets'
import { useSyncMarks } from '../../data/sync-status'
import type { SyncMarkKind } from '../../data/sync/optimistic'
import { formatDay, formatDayOfMonth, formatShortDate } from '../../lib/dates'
import { useToday } from '../../lib/use-today'
import { Button, ButtonLink } from '../../ui/button'
import { RuledPaper } from '../../ui/chart/ruled-paper'
import { EmptyState } from '../../ui/empty-state'
import { lazyPart, usePrefetch } from '../../ui/lazy-part'
import { LoadFailure } from '../../ui/load-failure'
import { OutdatedNote } from '../../ui/outdated-note'
import { Page } from '../../ui/page'
import { SyncMark } from '../../ui/sync-mark'
import { Loading, Skeleton } from '../../ui/skeleton'
import { SumsAtLine } from './sums-at-line'
import { describeRange, transactionCountText } from './import-texts'
import styles from './imports-page.module.css'
import { IMPORT_SCREEN } from '../../data/screens'

const RemainingSheet = lazyPart(() => import('./remaining-sheet'), { what: 'as que ficaram' })

/** The accepted imports, each with its transactions and an undo. */
export default function ImportsPage() {
  const list = useImports()
  const { data: imports, hasMore, isLoadingMore, isLoadMoreFailed, loadMore } = list
  const { outbox } = useAccount()
  const marks = useSyncMarks('import')
  const [kept, setKept] = useState<AcceptedImport | null>(null)
  usePrefetch(RemainingSheet)
  return (
    <Page
      title="Importações"
      beside={<p className={styles.slogan}>Cada arquivo, e o que ele trouxe</p>}
      actions={
        <ButtonLink to={IMPORT_SCREEN} variant="line" icon={<IconFileImport size={20} stroke={1.75} aria-hidden />}>
          Importar extrato
        </ButtonLink>
      }
    >
      {list.isOutdated && <OutdatedNote at={list.fetchedAt} onRetry={list.retry} />}
      {list.isPending ? (
        <ListSkeleton />
      ) : !imports ? (
        <LoadFailure what="as importações" onRetry={list.retry} />
      ) : imports.length === 0 ? (
        <EmptyState
          drawing={<RuledPaper />}
          title="Nenhum extrato ainda"
          reason="O que o banco já sabe, você não precisa digitar."
          action={
            <ButtonLink to={IMPORT_SCREEN} icon={<IconFileImport size={20} stroke={1.75} aria-hidden />}>
              Importar extrato
            </ButtonLink>
          }
        />
      ) : (
        <ul className={styles.list}>
          {imports.map((each) => (
            <ImportRow
              key={each.id}
              imported={each}
              mark={marks.get(each.id)}
              onUndo={() => void outbox.enqueue(undoImport(each))}
              onKept={() => setKept(each)}
            />
          ))}
        </ul>
      )}
      {hasMore && !isLoadMoreFailed && (
        <div className={styles.more}>
          <Button variant="line" busy={isLoadingMore} onClick={loadMore}>
            Ver as anteriores
          </Button>
        </div>
      )}
      {isLoadMoreFailed && <LoadFailure what="mais importações" onRetry={loadMore} />}
      <RemainingSheet isRequested={kept !== null} onDismissFailure={() => setKept(null)} imported={kept} onClose={() => setKept(null)} />
    </Page>
  )
}

interface ImportRowProps {
  imported: AcceptedImport
  mark: SyncMarkKind | undefined
  onUndo: () => void
  onKept: () => void
}

function ImportRow({ imported, mark, onUndo, onKept }: ImportRowProps) {
  const { fileName, bank, walletId, from, to, count, income, expense, createdAt, undoneAt, keptCount } = imported
  const at = Date.parse(createdAt)
  const day = dateInSaoPaulo(new Date(at))
  const now = useToday()
  const named = formatDay(day, now)
  const { hasSeveral, walletName } = useWallets()
  const wallet = hasSeveral ? walletName(walletId) : null
  const about = [wallet ?? bank, describeRange(from, to, now), transactionCountText(count)].filter((each) => each !== null).join(', ')
  return (
    <li className={styles.row} data-undone={undoneAt !== null} data-row={imported.id}>
      <time dateTime={createdAt}>
        {named === 'Hoje' || named === 'Ontem' ? named : formatShortDate(day, now)}
        <span>{clockTime(at)}</span>
      </time>
      <div className={styles.what}>
        <b>{fileName}</b>
        <p>{about}</p>
        {undoneAt && (
          <p className={styles.undone}>
            <IconArrowBackUp size={16} stroke={1.75} aria-hidden />
            <span>{undoneText(imported, undoneAt)}</span>
          </p>
        )}
        {mark && <SyncMark mark={mark} />}
      </div>
      <div className={styles.sums}>
        <SumsAtLine sums={{ expense, income }} struck={undoneAt !== null} />
      </div>
      <div className={styles.action}>
        {undoneAt === null ? (
          !mark && (
            <button type="button" onClick={onUndo}>
              Desfazer<span className="visually-hidden"> a importação de {fileName}</span>
            </button>
          )
        ) : keptCount > 0 ? (
          <button type="button" onClick={onKept}>
            {keptCount === 1 ? 'Ver a que ficou' : `Ver as ${keptCount}`}
            <span className="visually-hidden"> de {fileName}</span>
          </button>
        ) : (
          !mark && <span>Pode ser importada de novo</span>
        )}
      </div>
    </li>
  )
}

/** `Desfeita em 4 de novembro, às 9h02. As 23 saíram da conta.` */
function undoneText({ count, keptCount }: AcceptedImport, undoneAt: string): string {
  const at = Date.parse(undoneAt)
  const when = `Desfeita em ${formatDayOfMonth(dateInSaoPaulo(new Date(at)))}, ${atClockTime(at)}.`
  const gone = count - keptCount
  if (keptCount === 0) return `${when} ${count === 1 ? 'A transação saiu' : `As ${count} saíram`} da conta.`
  const keptText = keptCount === 1 ? 'ficou 1 que você tinha alterado' : `ficaram ${keptCount} que você tinha alterado`
  return `${when} ${gone === 1 ? '1 saiu' : `${gone} saíram`}; ${keptText}.`
}

const ROWS = 4

function ListSkeleton() {
  return (
    <Loading what="as importações">
      <div className={styles.list} aria-hidden="true">
        {Array.from({ length: ROWS }, (_, index) => (
          <div key={index} className={styles.row}>
            <Skeleton width="3rem" />
            <div className={styles.what}>
              <Skeleton width="60%" />
              <Skeleton width="40%" height="0.8em" />
            </div>
            <Skeleton width="10rem" />
            <Skeleton width="4rem" />
          </div>
        ))}
      </div>
    </Loading>
  )
}
