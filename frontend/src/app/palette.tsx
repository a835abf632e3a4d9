import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { Modal } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useNavigate } from 'react-router-dom'
import { MAX_TITLE } from '@prumo/shared/limits'
import { cutText } from '@prumo/shared/text-form'
import type { Transaction } from '@prumo/shared/transactions'
import { useTransactions } from '../data/transactions'
import { useWallets } from '../data/wallets'
import { LoadFailure } from '../ui/load-failure'
import { useScrollLock } from '../ui/overlay/use-scroll-lock'
import { CloseOnBack } from '../ui/overlay/navigation-guard'
import { closeOverlay } from './overlays'
import { useRepeatLast } from './use-repeat-last'
import { useWrittenAction } from './use-written-action'
import { filterActions, builtInActions, transactionActions, type PaletteAction } from './palette-actions'
import '../ui/overlay/mantine-overlays.css'
import styles from './palette.module.css'

/** The command palette: one field for screens, actions and transactions. */
export default function Palette() {
  const navigate = useNavigate()
  const listId = useId()
  const [typed, setTyped] = useState('')
  const [active, setActive] = useState(0)
  const list = useRef<HTMLDivElement>(null)

  const go = (path: string) => void navigate(path)
  const { hasSeveral } = useWallets()
  const search = useTransactionSearch(typed)
  const repeatLast = useRepeatLast()
  const written = useWrittenAction(typed)
  const actions = [
    ...(written ? [written] : []),
    ...filterActions(builtInActions(go, hasSeveral, repeatLast), typed),
    ...transactionActions(search.found, go),
  ]
  const current = Math.min(active, actions.length - 1)

  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [current])

  function choose(action: PaletteAction | undefined): void {
    if (!action) return
    closeOverlay()
    action.run()
  }

  function onKeyDown(event: KeyboardEvent): void {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }
    const step = steps[event.key]
    if (step !== undefined && actions.length > 0) {
      event.preventDefault()
      setActive((current + step + actions.length) % actions.length)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      choose(actions[current])
    }
  }

  const removeScrollProps = useScrollLock(true)
  return (
    <Modal.Root
      opened
      onClose={closeOverlay}
      removeScrollProps={removeScrollProps}
      size={560}
      yOffset="12dvh"
      zIndex="var(--z-palette)"
      transitionProps={{ duration: 0 }}
      classNames={{ overlay: styles.scrim, content: styles.content }}
    >
      <CloseOnBack onClose={closeOverlay} />
      <Modal.Overlay color="transparent" />
      <Modal.Content shadow="none" aria-label="Buscar ou ir para">
        <div className={styles.field}>
          <IconSearch size={20} stroke={1.75} aria-hidden />
          <input
            data-autofocus
            className={styles.input}
            role="combobox"
            aria-label="Buscar ou ir para"
            aria-expanded="true"
            aria-controls={listId}
            aria-activedescendant={actions[current] && `${listId}-${current}`}
            aria-autocomplete="list"
            autoComplete="off"
            spellCheck={false}
            placeholder="Tela, transação ou “mercado 45,90 ontem”"
            value={typed}
            onChange={(event) => {
              setTyped(cutText(event.target.value, MAX_TITLE))
              setActive(0)
            }}
            onKeyDown={onKeyDown}
          />
        </div>
        <div ref={list} className={styles.results}>
          <PaletteList id={listId} actions={actions} current={current} search={search} onChoose={choose} onPoint={setActive} />
          {search.retry && (
            <div className={styles.failure}>
              <LoadFailure what="as transações" onRetry={search.retry} />
            </div>
          )}
        </div>
      </Modal.Content>
    </Modal.Root>
  )
}

interface PaletteListProps {
  id: string
  actions: PaletteAction[]
  current: number
  search: TransactionSearch
  onChoose: (action: PaletteAction) => void
  onPoint: (index: number) => void
}

function PaletteList({ id, actions, current, search, onChoose, onPoint }: PaletteListProps) {
  // After a failed search there may still be results.
  const isEmpty = actions.length === 0 && !search.retry
  const groups = [...new Set(actions.map(({ group }) => group))]
  return (
    <>
      <div id={id} role="listbox" aria-label="Resultados" className={styles.scroll}>
        {groups.map((group) => (
          <div key={group} role="group" aria-labelledby={`${id}-${group}`}>
            <div id={`${id}-${group}`} className={styles.group}>
              {group}
            </div>
            {actions.map((action, index) => {
              if (action.group !== group) return null
              const Icon = action.icon
              return (
                <button
                  type="button"
                  tabIndex={-1}
                  key={action.id}
                  id={`${id}-${index}`}
                  role="option"
                  aria-selected={index === current}
                  className={styles.option}
                  onMouseMove={() => onPoint(index)}
                  onClick={() => onChoose(action)}
                >
                  <Icon size={20} stroke={1.75} aria-hidden />
                  <span className={styles.label}>{action.label}</span>
                  {action.detail && <span className={styles.detail}>{action.detail}</span>}
                </button>
              )
            })}
          </div>
        ))}
      </div>
      <p role="status" className={search.isSearching || isEmpty ? styles.nothing : 'visually-hidden'}>
        {search.isSearching
          ? 'Procurando nas transações…'
          : isEmpty
            ? 'Nada encontrado. Tente outra palavra.'
            : `${actions.length} resultados`}
      </p>
    </>
  )
}

const SEARCH_FROM_LENGTH = 2
const DEBOUNCE_MS = 180
const MOST_SHOWN = 6

interface TransactionSearch {
  found: readonly Transaction[]
  /** No result yet, and the search is not complete. */
  isSearching: boolean
  /** Repeats a failed search; null unless it failed. */
  retry: (() => void) | null
}

/** The transactions whose description or category contains the typed text, debounced. */
function useTransactionSearch(typed: string): TransactionSearch {
  const term = typed.trim()
  const debounced = useDebounced(term)
  const isSearchable = term.length >= SEARCH_FROM_LENGTH
  const list = useTransactions(
    useMemo(() => (debounced.length >= SEARCH_FROM_LENGTH ? { search: debounced } : null), [debounced]),
    MOST_SHOWN,
  )
  if (!isSearchable) return NO_SEARCH
  const isBehind = debounced !== term || list.isPending || list.isPrevious
  const found = list.data ?? NO_SEARCH.found
  return { found, isSearching: isBehind && found.length === 0, retry: !isBehind && list.isFailed ? list.retry : null }
}

const NO_SEARCH: TransactionSearch = { found: [], isSearching: false, retry: null }

function useDebounced(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
