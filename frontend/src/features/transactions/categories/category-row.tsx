import { useState, type KeyboardEvent } from 'react'
import { Link } from 'react-router-dom'
import { MAX_CATEGORY } from '@prumo/shared/limits'
import { ruleTexts } from '@prumo/shared/rule-texts'
import { searchable } from '@prumo/shared/search'
import { cutText, normaliseText } from '@prumo/shared/text-form'
import { NO_CATEGORY } from '@prumo/shared/transaction-rules'
import type { UsedCategoryFigures } from '../../../data/categories'
import { formatShortDate } from '../../../lib/dates'
import { useToday } from '../../../lib/use-today'
import { rowsAddress } from '../filters-address'
import { CategorySum } from './category-sum'
import { count } from './rule-application'
import styles from './categories-page.module.css'

interface CategoryRowProps {
  figures: UsedCategoryFigures
  /** The other categories of the type. */
  others: readonly UsedCategoryFigures[]
  /** False while a renaming runs or without a connection. */
  canChange: boolean
  isRenamed: boolean
  onRename: (isOpen: boolean) => void
  onRenamed: (to: string) => void
  /** @param into the category of a typed name that exists already */
  onMerge: (into?: string) => void
}

/** A category: its count, the year's sum at the line, and its last use; renamed in place. */
export function CategoryRow({ figures, others, canChange, isRenamed, onRename, onRenamed, onMerge }: CategoryRowProps) {
  const { type, category, count: many, lastDate, isFixed } = figures
  const now = useToday()
  const name = category ?? NO_CATEGORY
  return (
    <li className={styles.row} data-open={isRenamed || undefined} data-row={`${type} ${category ?? ''}`}>
      {isRenamed && category !== null ? (
        <RenameForm category={category} others={others} onClose={() => onRename(false)} onRenamed={onRenamed} onMerge={onMerge} />
      ) : (
        <>
          <Link
            className={styles.name}
            data-none={category === null || undefined}
            to={rowsAddress({ month: null, type, categories: [category ?? ''] })}
          >
            {name}
          </Link>
          <span className={styles.actions}>
            {isFixed ? (
              <span className={styles.fixed}>fixa</span>
            ) : category === null ? (
              <Action label="Escolher" about="uma categoria para as que não têm" isOff={!canChange} onClick={() => onMerge()} />
            ) : (
              <>
                <Action label="Renomear" about={name} isOff={!canChange} onClick={() => onRename(true)} />
                <Action label="Juntar" about={name} isOff={!canChange} onClick={() => onMerge()} />
              </>
            )}
          </span>
        </>
      )}
      <span className={styles.count}>
        {count(many)}
        <span className={styles.word}>{many === 1 ? ' transação' : ' transações'}</span>
      </span>
      <CategorySum figures={figures} />
      {lastDate !== null && (
        <time className={styles.last} dateTime={lastDate}>
          {formatShortDate(lastDate, now)}
        </time>
      )}
    </li>
  )
}

interface ActionProps {
  label: string
  /** Completes the label for screen readers. */
  about: string
  isOff: boolean
  onClick: () => void
}

function Action({ label, about, isOff, onClick }: ActionProps) {
  return (
    <button type="button" className={styles.action} disabled={isOff} onClick={onClick}>
      {label}
      <span className="visually-hidden"> {about}</span>
    </button>
  )
}

interface RenameFormProps extends Pick<CategoryRowProps, 'others' | 'onRenamed' | 'onMerge'> {
  category: string
  onClose: () => void
}

function RenameForm({ category, others, onClose, onRenamed, onMerge }: RenameFormProps) {
  const [typed, setTyped] = useState(category)
  const [problem, setProblem] = useState<string | null>(null)

  function save(): void {
    const to = normaliseText(typed)
    if (to === '') return setProblem(ruleTexts.categoryMissing)
    if (to === category) return onClose()
    const same = others.find((each) => each.category !== null && searchable(each.category) === searchable(to))
    // A name that exists is a merge, which shows first what goes along.
    if (same?.category) return onMerge(same.category)
    onRenamed(to)
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    onClose()
  }

  return (
    <form
      className={styles.rename}
      noValidate
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <span className={styles.typing}>
        <input
          ref={selectOnce}
          aria-label={`Novo nome de ${category}`}
          aria-invalid={problem !== null || undefined}
          aria-describedby={problem === null ? undefined : 'rename-problem'}
          value={typed}
          autoComplete="off"
          onChange={(event) => {
            setTyped(cutText(event.target.value, MAX_CATEGORY))
            setProblem(null)
          }}
        />
        {problem !== null && (
          <span id="rename-problem" className={styles.problem} role="alert">
            {problem}
          </span>
        )}
      </span>
      <span className={styles.actions}>
        <button type="submit" className={styles.action}>
          Salvar
        </button>
        <button type="button" className={styles.action} onClick={onClose}>
          Cancelar
        </button>
      </span>
    </form>
  )
}

/** Selects the name when its field appears. */
function selectOnce(input: HTMLInputElement | null): void {
  input?.focus()
  input?.select()
}
