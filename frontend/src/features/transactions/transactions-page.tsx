import { useCallback, useEffect, useMemo, useRef } from 'react'
import { IconFileImport } from '@tabler/icons-react'
import { useLocation, useNavigate } from 'react-router-dom'
import { IMPORT_SCREEN } from '../../data/import-commands'
import type { TransactionDraft } from '../../data/transaction-commands'
import { useSummary, useTransactions } from '../../data/transactions'
import { useAddress } from '../../lib/address'
import { isLineAwaited } from '../../lib/first-line'
import { useFormAddress } from '../../lib/form-address'
import { ButtonLink } from '../../ui/button'
import { lazyPart, useFetchedAhead } from '../../ui/lazy-part'
import { useNarrow } from '../../ui/media'
import { OutdatedNote } from '../../ui/outdated-note'
import { Page } from '../../ui/page'
import { countText, FilterBar, useFilters } from './filter-bar'
import { addressOf, filtersOf, isFiltered, noFilters, queryOf } from './filters-address'
import { Ledger } from './ledger'
import { Totals } from './totals'
import { useQuestions } from './use-questions'
import styles from './transactions-page.module.css'

// Nobody drops a file before the screen is there.
const FileDrop = lazyPart(() => import('./file-drop'))
const TransactionSheet = lazyPart(() => import('./transaction-sheet'), { what: 'o formulário' })

export function Component() {
  const [filters, changeFilters] = useFilters()
  const { sheet, edit, close: closeSheet } = useSheet()
  const navigate = useNavigate()
  const { askReceipt, askDeletion, dialogs } = useQuestions()
  useFetchedAhead(TransactionSheet)
  const isNarrow = useNarrow()

  const query = useMemo(() => queryOf(filters), [filters])
  const clearFilters = useCallback(() => changeFilters(noFilters), [changeFilters])
  const list = useTransactions(query)
  const summary = useSummary(query)
  const outdated = [list, summary].find(({ isOutdated }) => isOutdated)

  const isFirstAwaited = useRef(false)

  function recorded(draft: TransactionDraft): void {
    if (list.data?.length === 0 && !isFiltered(filters) && !draft.isScheduled && isLineAwaited()) isFirstAwaited.current = true
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
          <ButtonLink to={IMPORT_SCREEN} variant="line" icon={<IconFileImport size={20} stroke={1.75} aria-hidden />}>
            Importar extrato
          </ButtonLink>
        )
      }
    >
      <FileDrop />
      <div className={styles.page}>
        <Totals reading={summary} filters={filters} />
        {outdated && <OutdatedNote at={outdated.at} onRetry={retry} />}
        <FilterBar filters={filters} onChange={changeFilters} count={list.data ? countText(list.data.length, list.hasMore) : null} />
        <Ledger
          list={list}
          filtered={isFiltered(filters)}
          unfolded={filters.status === 'pending'}
          onClear={clearFilters}
          onEdit={edit}
          onConfirm={askReceipt}
          onDelete={askDeletion}
        />
      </div>
      <TransactionSheet
        isWanted={sheet !== null}
        onUnwanted={close}
        sheet={sheet}
        onClose={close}
        onRecorded={recorded}
        onDelete={(transaction) => {
          close()
          askDeletion(transaction)
        }}
      />
      {dialogs}
    </Page>
  )
}

/** Which sheet the address asks for, and the ways to open and close one. */
function useSheet() {
  const [address, setAddress] = useAddress()
  const { state } = useLocation()
  const { form: sheet, edit, close } = useFormAddress<TransactionDraft>()
  const isOpen = sheet !== null

  // A link to the sheet from around the page names no filters; those of the list behind it stay.
  const behind = useRef(filtersOf(address))
  useEffect(() => {
    if (!isOpen) behind.current = filtersOf(address)
    else if (isFiltered(behind.current) && !isFiltered(filtersOf(address)))
      setAddress(addressOf(behind.current, address), { replace: true, state })
  }, [isOpen, address, state, setAddress])

  return { sheet, edit, close }
}
