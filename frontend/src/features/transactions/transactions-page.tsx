import { useCallback, useEffect, useMemo, useRef } from 'react'
import { IconDownload, IconFileImport, IconRepeat } from '@tabler/icons-react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { TransactionDraft } from '../../data/transaction-commands'
import { useSummary, useTransactions } from '../../data/transactions'
import { useWallets } from '../../data/wallets'
import { useAddress } from '../../lib/address'
import { isFirstTransactionPending } from '../../lib/first-transaction'
import { useFormAddress } from '../../lib/form-address'
import { useHistoryOverlay } from '../../lib/history-overlay'
import { Button, ButtonLink } from '../../ui/button'
import { lazyPart, usePrefetch } from '../../ui/lazy-part'
import { useNarrow } from '../../ui/media'
import { OutdatedNote } from '../../ui/outdated-note'
import { Page } from '../../ui/page'
import { countText, FilterBar, useFilters } from './filter-bar'
import { addressOf, filtersOf, isFiltered, noFilters, queryOf } from './filters-address'
import { Ledger } from './ledger'
import { WalletsOfRows } from './row-wallets'
import { EXPORT_PARAM } from './sheet-address'
import { filterText, Totals } from './totals'
import { useConfirmDialogs } from './use-confirm-dialogs'
import styles from './transactions-page.module.css'
import { IMPORT_SCREEN, RECURRENCES_SCREEN } from '../../data/screens'

// Lazy: a file can only be dropped after the screen is rendered.
const FileDrop = lazyPart(() => import('./file-drop'))
const ExportSheet = lazyPart(() => import('./export-sheet'), { what: 'a exportação' })
const TransactionSheet = lazyPart(() => import('./transaction-sheet'), { what: 'o formulário' })

export function Component() {
  const [filters, changeFilters] = useFilters()
  const { sheet, edit, close: closeSheet, isExporting, exportList, stopExporting } = useSheet()
  const navigate = useNavigate()
  const { askReceipt, askDeletion, askTransfer, dialogs } = useConfirmDialogs()
  usePrefetch(TransactionSheet)
  const isNarrow = useNarrow()
  const { walletName } = useWallets()

  const query = useMemo(() => queryOf(filters), [filters])
  const clearFilters = useCallback(() => changeFilters(noFilters), [changeFilters])
  const list = useTransactions(query)
  const summary = useSummary(query)
  const outdated = [list, summary].find(({ isOutdated }) => isOutdated)

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

  function retry(): void {
    for (const reading of [list, summary]) if (reading.isOutdated) reading.retry()
  }

  return (
    <Page
      title="Transações"
      actions={
        !isNarrow && (
          <>
            {list.data?.length !== 0 && (
              <Button variant="line" icon={<IconDownload size={20} stroke={1.75} aria-hidden />} onClick={exportList}>
                Exportar
              </Button>
            )}
            <ButtonLink to={RECURRENCES_SCREEN} variant="line" icon={<IconRepeat size={20} stroke={1.75} aria-hidden />}>
              O que se repete
            </ButtonLink>
            <ButtonLink to={IMPORT_SCREEN} variant="line" icon={<IconFileImport size={20} stroke={1.75} aria-hidden />}>
              Importar extrato
            </ButtonLink>
          </>
        )
      }
    >
      <FileDrop />
      <div className={styles.page}>
        <Totals reading={summary} filters={filters} />
        {outdated && <OutdatedNote at={outdated.fetchedAt} onRetry={retry} />}
        <FilterBar
          filters={filters}
          onChange={changeFilters}
          count={list.data ? countText(list.data.length, list.hasMore) : null}
          onExport={exportList}
        />
        <WalletsOfRows shown={filters.wallets}>
          <Ledger
            list={list}
            filtered={isFiltered(filters)}
            unfolded={filters.status === 'pending'}
            onClear={clearFilters}
            onEdit={edit}
            onConfirm={askReceipt}
            onDelete={askDeletion}
            onTurn={askTransfer}
          />
        </WalletsOfRows>
      </div>
      <TransactionSheet
        isRequested={sheet !== null}
        onDismissFailure={close}
        sheet={sheet}
        onClose={close}
        onRecorded={rememberFirst}
        onDelete={(transaction) => {
          close()
          askDeletion(transaction)
        }}
      />
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
