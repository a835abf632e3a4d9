import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { IconDownload, IconFileImport } from '@tabler/icons-react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { CalendarDate } from '@prumo/shared/calendar'
import type { Transaction } from '@prumo/shared/transactions'
import { fetchFirstTransactions } from '../../data/all-transactions'
import { useClosedMonths } from '../../data/closed-months'
import { draftAgain, fileTransaction, postponeTransaction, type TransactionDraft } from '../../data/transaction-commands'
import { useSummary, useTransactions } from '../../data/transactions'
import { useWallets } from '../../data/wallets'
import { useAccount } from '../../data/account'
import { useAddress } from '../../lib/address'
import { isFirstTransactionPending } from '../../lib/first-transaction'
import { today } from '../../lib/dates'
import { useFormAddress } from '../../lib/form-address'
import { useIsGuest } from '../../lib/session'
import { useHistoryOverlay } from '../../lib/history-overlay'
import { IconButton } from '../../ui/icon-button'
import { IconLink } from '../../ui/icon-link'
import { lazyPart, usePrefetch } from '../../ui/lazy-part'
import { useNarrow } from '../../ui/media'
import { OutdatedNote } from '../../ui/outdated-note'
import { Page } from '../../ui/page'
import { RowAttachingProvider } from './attachments/row-attaching'
import { countText, FilterBar, settledText, useFilters } from './filter-bar'
import { addressOf, filtersOf, isFiltered, noFilters, queryOf } from './filters-address'
import { Ledger } from './ledger'
import { WalletsOfRows } from './row-wallets'
import { useRegister } from './register'
import { EXPORT_PARAM, sheetAddress } from './sheet-address'
import { filterText, Totals } from './totals'
import { useConfirmDialogs } from './use-confirm-dialogs'
import styles from './transactions-page.module.css'
import { IMPORT_SCREEN } from '../../data/screens'

// Lazy: a file can only be dropped after the screen is rendered.
const FileDrop = lazyPart(() => import('./file-drop'))
const ExportSheet = lazyPart(() => import('./export-sheet'), { what: 'a exportação' })
const ClosedBandOf = lazyPart(() => import('./closed-band-of'))
const RowAttachment = lazyPart(() => import('./attachments/row-attachment'), { what: 'a escolha' })
const rowRules = () => import('./row-rule')
const FiledNotice = lazyPart(async () => ({ default: (await rowRules()).FiledNotice }))
const RowRule = lazyPart(async () => ({ default: (await rowRules()).RowRule }), { what: 'a regra' })
const TransactionDetails = lazyPart(() => import('./transaction-details'), { what: 'a transação' })
const TransactionSheet = lazyPart(() => import('./transaction-sheet'), { what: 'o formulário' })

export function Component() {
  const [filters, changeFilters] = useFilters()
  const { sheet, edit, close: closeSheet, isExporting, exportList, stopExporting } = useSheet()
  const navigate = useNavigate()
  const { askReceipt, askDeletion, askTransfer, dialogs } = useConfirmDialogs()
  const isGuest = useIsGuest()
  usePrefetch(isGuest ? TransactionDetails : TransactionSheet)
  const isNarrow = useNarrow()
  const account = useAccount()
  const { outbox } = account
  const { walletName } = useWallets()

  const query = useMemo(() => queryOf(filters), [filters])
  const clearFilters = useCallback(() => changeFilters(noFilters), [changeFilters])
  const list = useTransactions(query)
  const summary = useSummary(query)
  const { parts, sums, total } = useRegister(list, summary.data, filters)
  const outdated = [list, summary].find(({ isOutdated }) => isOutdated)

  const closed = useClosedMonths()

  const isFirstAwaited = useRef(false)

  function rememberFirst(draft: TransactionDraft): void {
    // The list may still be loading. Then the person came from the overview, which already offers the first transaction.
    if ((list.data ?? []).length === 0 && !isFiltered(filters) && !draft.isScheduled && !draft.repeats && isFirstTransactionPending())
      isFirstAwaited.current = true
  }

  function close(): void {
    if (isFirstAwaited.current) void navigate('/dashboard', { replace: true })
    else closeSheet()
  }

  const readAll = useCallback(() => fetchFirstTransactions(account, query), [account, query])
  const duplicate = useCallback(
    (transaction: Transaction) => {
      void navigate(sheetAddress(), { state: { draft: draftAgain(transaction, today()) } })
    },
    [navigate],
  )
  const redate = useCallback((seen: Transaction, date: CalendarDate) => void outbox.enqueue(postponeTransaction(seen, date)), [outbox])
  const [ruled, setRuled] = useState<Transaction | null>(null)
  const [filed, setFiled] = useState<Transaction | null>(null)
  const [attached, setAttached] = useState<Transaction | null>(null)
  const file = useCallback(
    (seen: Transaction, category: string | null) => {
      void outbox.enqueue(fileTransaction(seen, category))
      setFiled({ ...seen, category })
    },
    [outbox],
  )

  function retry(): void {
    for (const reading of [list, summary]) if (reading.isOutdated) reading.retry()
  }

  const bar = (
    <FilterBar
      filters={filters}
      onChange={changeFilters}
      count={total !== null ? countText(total) : summary.data && list.data ? settledText(summary.data.count) : null}
      onExport={exportList}
    />
  )
  const totals = <Totals reading={summary} filters={filters} expected={sums} />

  return (
    <Page
      title="Transações"
      isDense
      beside={
        !isNarrow && (
          <>
            {bar}
            {list.data?.length !== 0 && (
              <IconButton size="sm" label="Exportar" icon={<IconDownload size={20} stroke={1.75} aria-hidden />} onClick={exportList} />
            )}
            {!isGuest && (
              <IconLink to={IMPORT_SCREEN} label="Importar extrato" icon={<IconFileImport size={20} stroke={1.75} aria-hidden />} />
            )}
          </>
        )
      }
    >
      {/* An open transaction, also a new one, takes what is dropped as its receipt. */}
      {!isGuest && !sheet && <FileDrop />}
      <div className={styles.page}>
        {isNarrow && totals}
        {filters.month && closed.has(filters.month) && <ClosedBandOf month={filters.month} />}
        {outdated && <OutdatedNote at={outdated.fetchedAt} onRetry={retry} />}
        {isNarrow && bar}
        <WalletsOfRows shown={filters.wallets}>
          <RowAttachingProvider value={filters.attachments === 'none' && !isGuest ? setAttached : null}>
            <Ledger
              list={list}
              parts={parts}
              sums={sums}
              total={total}
              filtered={isFiltered(filters)}
              unfolded={filters.status === 'pending'}
              onClear={clearFilters}
              readAll={readAll}
              foot={!isNarrow && totals}
              notice={filed && <FiledNotice filed={filed} onDismiss={() => setFiled(null)} />}
              onEdit={edit}
              onConfirm={askReceipt}
              onDelete={askDeletion}
              onTurn={askTransfer}
              onDuplicate={duplicate}
              onRule={setRuled}
              onRedate={redate}
              onFile={file}
            />
          </RowAttachingProvider>
        </WalletsOfRows>
      </div>
      {isGuest ? (
        <TransactionDetails isRequested={sheet !== null} onDismissFailure={close} id={sheet?.id ?? null} onClose={close} />
      ) : (
        <TransactionSheet
          isRequested={sheet !== null}
          onDismissFailure={close}
          sheet={sheet}
          onClose={close}
          onRecorded={rememberFirst}
          onFiled={(seen, category) => setFiled({ ...seen, category })}
          onDelete={(transaction) => {
            close()
            askDeletion(transaction)
          }}
        />
      )}
      <RowAttachment
        isRequested={attached !== null}
        onDismissFailure={() => setAttached(null)}
        transaction={attached}
        onClose={() => setAttached(null)}
      />
      {ruled && <RowRule transaction={ruled} onDismissFailure={() => setRuled(null)} onClose={() => setRuled(null)} />}
      <ExportSheet
        isRequested={isExporting}
        onDismissFailure={stopExporting}
        open={isExporting}
        onClose={stopExporting}
        query={query}
        words={filterText(filters, walletName)}
        onDevice={list.hasMore || list.isPrevious ? null : (list.data ?? null)}
      />
      {dialogs}
    </Page>
  )
}

/** The open sheet according to the URL, with functions that open and close each. */
function useSheet() {
  const [address, setAddress] = useAddress()
  const { state } = useLocation()
  const { form: sheet, edit, close } = useFormAddress<TransactionDraft>()
  const isExporting = address.has(EXPORT_PARAM)
  const isOpen = sheet !== null || isExporting

  // A link to the sheet from outside the page has no filters: keep those of the list behind it.
  const behind = useRef(filtersOf(address))
  useEffect(() => {
    if (!isOpen) behind.current = filtersOf(address)
    else if (isFiltered(behind.current) && !isFiltered(filtersOf(address)))
      setAddress(addressOf(behind.current, address), { replace: true, state })
  }, [isOpen, address, state, setAddress])

  const leave = useHistoryOverlay(isExporting)
  const exportList = useCallback(() => setAddress((present) => withExport(present, true)), [setAddress])
  const stopExporting = useCallback(
    () => leave(() => setAddress((present) => withExport(present, false), { replace: true })),
    [leave, setAddress],
  )

  return { sheet, edit, close, isExporting, exportList, stopExporting }
}

function withExport(present: URLSearchParams, isOpen: boolean): URLSearchParams {
  const address = new URLSearchParams(present)
  if (isOpen) address.set(EXPORT_PARAM, '1')
  else address.delete(EXPORT_PARAM)
  return address
}
