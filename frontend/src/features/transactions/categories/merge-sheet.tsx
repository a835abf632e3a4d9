import { useState, type ReactNode } from 'react'
import { MAX_RENAMED } from '@prumo/shared/batch-rules'
import { formatCentavos } from '@prumo/shared/money'
import { NO_CATEGORY, transactionCategories } from '@prumo/shared/transaction-rules'
import type { UsedCategoryFigures } from '../../../data/categories'
import { useRecurrences } from '../../../data/recurrences'
import { useRules } from '../../../data/rules'
import { Button } from '../../../ui/button'
import { PlainSelect } from '../../../ui/field/plain-select'
import { Money } from '../../../ui/money'
import { partsOfAmount } from '../../../ui/money-format'
import { Sheet, SheetFoot } from '../../../ui/overlay/sheet'
import { useLastShown } from '../../../ui/use-last-shown'
import { count } from './rule-application'
import styles from './merge-sheet.module.css'

/** What to merge, and the category that it goes into if that is known. */
export interface Merging {
  from: UsedCategoryFigures
  into?: string | undefined
}

interface MergeSheetProps {
  /** Null while closed. */
  merging: Merging | null
  categories: readonly UsedCategoryFigures[]
  onMerge: (from: UsedCategoryFigures, to: string) => void
  onClose: () => void
}

/** Shows what goes along when a category is merged into another, and the new sum. */
export default function MergeSheet({ merging, categories, onMerge, onClose }: MergeSheetProps) {
  const { last, opening } = useLastShown(merging)
  const title = !last ? '' : last.from.category === null ? 'Escolher a categoria' : `Juntar ${last.from.category}`
  return (
    <Sheet open={merging !== null} onClose={onClose} title={title}>
      {last && <MergeForm key={opening} merging={last} categories={categories} onMerge={onMerge} onClose={onClose} />}
    </Sheet>
  )
}

interface MergeFormProps extends Omit<MergeSheetProps, 'merging'> {
  merging: Merging
}

function MergeForm({ merging: { from, into: known = '' }, categories, onMerge, onClose }: MergeFormProps) {
  const [into, setInto] = useState(known)
  const { type, category } = from
  const used = categories.filter((each) => each.type === type && each.category !== null && each.category !== category)
  const names = [...new Set<string>([...transactionCategories[type], ...used.map((each) => each.category ?? '')])]
  const before = used.find((each) => each.category === into)?.total ?? 0
  const name = category ?? NO_CATEGORY
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (into !== '') onMerge(from, into)
      }}
    >
      <PlainSelect
        isLabelled
        label={category === null ? 'Pôr em' : 'Juntar em'}
        prompt="Escolha"
        value={into}
        options={names.filter((each) => each !== category).map((each) => [each, each])}
        onChange={setInto}
      />
      <p className={styles.lead}>{into === '' ? 'Vão junto:' : `Passam para ${into}:`}</p>
      <ul className={styles.list}>
        <Item name={from.count === 1 ? '1 transação' : `${count(from.count)} transações`}>
          <Money centavos={from.total} type={type} />
        </Item>
        {category !== null && <Followers type={type} category={category} />}
      </ul>
      {into !== '' && (
        <div className={styles.becomes}>
          <Sum centavos={before + from.total} isOut={type === 'expense'} />
          <p>
            <b>no ano</b> <small>era {formatCentavos(type === 'expense' ? -before : before)}</small>
          </p>
        </div>
      )}
      <p className={styles.note}>
        {category !== null && `${name} deixa de existir. `}
        {from.count > MAX_RENAMED ? `São muitas: vão de ${count(MAX_RENAMED)} em ${count(MAX_RENAMED)}. ` : ''}Dá para desfazer.
      </p>
      <SheetFoot main="first">
        <Button type="submit" size="lg" block disabled={into === ''}>
          {category === null ? 'Pôr a categoria' : 'Juntar'}
        </Button>
        <Button variant="plain" size="lg" block onClick={onClose}>
          Cancelar
        </Button>
      </SheetFoot>
    </form>
  )
}

/** The recurrences and rules of a category, which follow it. */
function Followers({ type, category }: { type: UsedCategoryFigures['type']; category: string }) {
  const recurrences = (useRecurrences().data ?? []).filter((each) => each.type === type && each.category === category)
  const rules = (useRules().data ?? []).filter((each) => each.category === category && (each.type === null || each.type === type))
  return (
    <>
      {recurrences.length > 0 && (
        <Item name={recurrences.length === 1 ? '1 conta que se repete' : `${recurrences.length} contas que se repetem`}>
          {namesOf(recurrences.map(({ description }) => description))}
        </Item>
      )}
      {rules.length > 0 && (
        <Item name={rules.length === 1 ? '1 regra' : `${rules.length} regras`}>{namesOf(rules.map(({ text }) => text))}</Item>
      )}
    </>
  )
}

function Item({ name, children }: { name: string; children: ReactNode }) {
  return (
    <li>
      <b>{name}</b>
      <span>{children}</span>
    </li>
  )
}

/** `Banca do Zé, Feira e mais 3` */
function namesOf(names: readonly string[]): string {
  return names.length <= 2 ? names.join(' e ') : `${names.slice(0, 2).join(', ')} e mais ${names.length - 2}`
}

function Sum({ centavos, isOut }: { centavos: number; isOut: boolean }) {
  const { whole, cents } = partsOfAmount(isOut ? -centavos : centavos, true)
  return (
    <p className={styles.figure} data-out={isOut}>
      {whole}
      <small>{cents}</small>
    </p>
  )
}
