import { lazy, Suspense, useMemo } from 'react'
import { useIdle } from '../../ui/idle'
import { Page } from '../../ui/page/page'
import { useQuestions } from './ask/use-questions'
import { useTransactions } from './calls/list-transactions'
import { countText } from './filters/count-text'
import { FilterBar } from './filters/filter-bar'
import { isFiltered, noFilters, queryOf } from './filters/filters-address'
import { useFilters } from './filters/use-filters'
import { useSheet } from './sheet/use-sheet'
import { Ledger } from './ledger/ledger'
import { MonthFigures } from './month-figures'
import styles from './transactions-page.module.css'

const TransactionSheet = lazy(() => import('./sheet/transaction-sheet'))

export function Component() {
  const [filters, changeFilters] = useFilters()
  const { sheet, edit, close } = useSheet()
  const { askReceipt, askDeletion, dialogs } = useQuestions()
  const idle = useIdle()

  const list = useTransactions(useMemo(() => queryOf(filters), [filters]))
  const transactions = useMemo(() => list.data?.pages.flatMap((page) => page.transactions) ?? [], [list.data])
  const narrowed = isFiltered({ ...filters, month: null })

  return (
    <Page title="Transações">
      <div className={styles.page}>
        <MonthFigures month={filters.month} narrowed={narrowed} />
        <FilterBar filters={filters} onChange={changeFilters} count={list.data ? countText(transactions.length, list.hasNextPage) : null} />
        <Ledger
          list={list}
          transactions={transactions}
          filtered={isFiltered(filters)}
          onClear={() => changeFilters(noFilters)}
          onEdit={edit}
          onConfirm={askReceipt}
          onDelete={askDeletion}
        />
      </div>
      {(idle || sheet) && (
        <Suspense fallback={null}>
          <TransactionSheet
            sheet={sheet}
            onClose={close}
            onDelete={(transaction) => {
              close()
              askDeletion(transaction)
            }}
          />
        </Suspense>
      )}
      {dialogs}
    </Page>
  )
}
