import { useMemo, useState } from 'react'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import type { FlowType } from '@prumo/shared/transaction-rules'
import { useNarrow } from '../../ui/media'
import { Loading, Skeleton } from '../../ui/skeleton'
import { useMeasuredSize } from '../../ui/use-measured-size'
import { useVirtualRows } from '../../ui/use-virtual-rows'
import type { ReviewWallets } from './review-wallets'
import {
  categoryCounts,
  countText,
  groupTitles,
  reviewItemKey,
  reviewItems,
  type ReviewGroup,
  type ReviewItem,
} from './statement-review-items'
import { StatementReviewRow } from './statement-review-row'
import { similarLines, sumLines, type LineChoice, type ReviewLine } from './statement-review'
import type { UnreadLine } from './statement/statement'
import { SumsAtLine } from './sums-at-line'
import type { ParsedStatement } from './parsed-statement'
import { describeRange, lineCountText } from './import-texts'
import styles from './statement-review-list.module.css'

interface StatementReviewListProps {
  statement: ParsedStatement
  lines: readonly ReviewLine[]
  /** Null while the wallet of the statement is unknown. */
  wallets: ReviewWallets | null
  isComparing: boolean
  isCompared: boolean
  unreadFirst: boolean
  missingLine: number | null
  /** The categories of the account's transactions by type, most used first. */
  used: Readonly<Record<FlowType, readonly string[]>>
  /** Says where a line's category comes from; null for nothing to say. */
  originOf: (line: ReviewLine) => string | null
  /** Offers a rule for a line whose category was changed by hand; null where one says so already. */
  alwaysOf: (line: ReviewLine) => ((line: ReviewLine) => void) | null
  onChange: (key: string, choice: LineChoice) => void
  onFileLike: (line: ReviewLine) => void
  /** Asks for the card whose bill a line pays. */
  onNewCard: (line: ReviewLine) => void
  onEnterByHand: (line: UnreadLine) => void
}

const HEAD = { wide: 66, narrow: 78 }
const LINE = { wide: 53, narrow: 104 }

/** The lines by group. A long list is virtualized. */
export function StatementReviewList({
  statement,
  lines,
  wallets,
  isComparing,
  isCompared,
  unreadFirst,
  missingLine,
  used,
  originOf,
  alwaysOf,
  onChange,
  onFileLike,
  onNewCard,
  onEnterByHand,
}: StatementReviewListProps) {
  const [isUnfolded, setUnfolded] = useState(false)
  // The line whose category changed last. It offers the category to similar lines.
  const [filed, setFiled] = useState<string | null>(null)
  const size = useNarrow() ? 'narrow' : 'wide'
  const [measured, { scale }] = useMeasuredSize<HTMLDivElement>(960)
  const items = useMemo(() => reviewItems(lines, statement, { isUnfolded, unreadFirst }), [lines, statement, isUnfolded, unreadFirst])
  const { ref, rows, rowProps, spaceBefore, spaceAfter, scrollTo } = useVirtualRows<HTMLUListElement>({
    count: items.length,
    keyOf: (index) => reviewItemKey(items[index]),
    heightOf: (index) => (items[index]?.kind === 'head' ? HEAD[size] : LINE[size]) * scale,
  })
  const filedLine = filed === null ? undefined : lines.find(({ key }) => key === filed)
  const alikeCount = useMemo(() => (filedLine ? similarLines(lines, filedLine).length : 0), [lines, filedLine])

  if (isComparing) return <StatementReviewSkeleton count={lines.length} />

  function change(key: string, choice: LineChoice): void {
    if (choice.category !== undefined) setFiled(key)
    onChange(key, choice)
  }

  return (
    <div ref={measured} className={styles.list}>
      <nav className={styles.jump} aria-label="No arquivo">
        <b>No arquivo:</b>
        {items.map(
          (item, index) =>
            item.kind === 'head' && (
              <button key={item.group} type="button" onClick={() => (scrollTo(index), focusSoon(item.group))}>
                {countText(item.group, item.count)}
              </button>
            ),
        )}
      </nav>
      <ul ref={ref} style={{ paddingTop: spaceBefore, paddingBottom: spaceAfter }}>
        {rows.map(({ index, key }) => {
          const item = items[index]!
          const place = rowProps(index)
          if (item.kind === 'head')
            return (
              <li key={key} {...place} className={styles.head} data-first={index === 0}>
                <GroupHead
                  item={item}
                  isCompared={isCompared}
                  isShort={size === 'narrow'}
                  isUnfolded={isUnfolded}
                  onFold={() => setUnfolded((before) => !before)}
                />
              </li>
            )
          if (item.kind === 'unread')
            return (
              <li key={key} {...place} className={styles.unread}>
                <p>
                  <b>
                    Linha {item.line}, {item.reason}
                  </b>
                  <code>{item.text}</code>
                </p>
                {/* A line without an amount is rarely an entry. */}
                {(item.line === missingLine || /\d,\d{2}|\d\.\d{2}/.test(item.text)) && (
                  <button type="button" className={styles.act} onClick={() => onEnterByHand(item)}>
                    Lançar à mão<span className="visually-hidden"> a linha {item.line}</span>
                  </button>
                )}
              </li>
            )
          return (
            <StatementReviewRow
              key={key}
              rowProps={rowProps}
              index={index}
              line={item.line}
              wallets={wallets}
              used={used[item.line.type]}
              alikeCount={item.line.key === filed ? alikeCount : 0}
              origin={originOf(item.line)}
              onAlways={alwaysOf(item.line)}
              onChange={change}
              onFileLike={onFileLike}
              onNewCard={onNewCard}
            />
          )
        })}
      </ul>
      {statement.otherLines.length > 0 && (
        <details className={styles.other}>
          <summary>Saldos e totais, {lineCountText(statement.otherLines.length)}</summary>
          <p>Não são lançamentos e não entram nos totais.</p>
          <pre>
            {statement.otherLines
              .slice(0, MOST_OTHER)
              .map(({ text }) => text)
              .join('\n')}
          </pre>
        </details>
      )}
      {statement.otherPart.length > 0 && (
        <details className={styles.other}>
          <summary>Outra parte do arquivo, {statement.otherPart.length} linhas</summary>
          <p>Repete o que veio antes e não entra nos totais.</p>
          <pre>{statement.otherPart.slice(0, MOST_OTHER).join('\n')}</pre>
        </details>
      )}
    </div>
  )
}

/** The number of ignored rows that are shown. */
const MOST_OTHER = 200

/** Waits until the row is rendered, then focuses it. */
function focusSoon(group: ReviewGroup): void {
  requestAnimationFrame(() => requestAnimationFrame(() => document.getElementById(headId(group))?.focus({ preventScroll: true })))
}

function headId(group: ReviewGroup): string {
  return `grupo-${group}`
}

interface ReviewGroupHeadProps {
  item: ReviewItem & { kind: 'head' }
  isCompared: boolean
  isShort: boolean
  isUnfolded: boolean
  onFold: () => void
}

function GroupHead({ item: { group, count, lines }, isCompared, isShort, isUnfolded, onFold }: ReviewGroupHeadProps) {
  const Chevron = isUnfolded ? IconChevronUp : IconChevronDown
  return (
    <>
      <h2 id={headId(group)} tabIndex={-1} className="section-title">
        {groupTitles[group]} <small>{new Intl.NumberFormat('pt-BR').format(count)}</small>
      </h2>
      <p>{sentenceOf(group, lines, { isCompared, isShort })}</p>
      {group !== 'unread' && <SumsAtLine sums={sumLines(lines)} />}
      {group === 'known' && (
        <button type="button" className={styles.fold} aria-expanded={isUnfolded} aria-label="Mostrar as já importadas" onClick={onFold}>
          <Chevron size={20} stroke={1.75} aria-hidden />
        </button>
      )}
    </>
  )
}

function sentenceOf(
  group: ReviewGroup,
  lines: readonly ReviewLine[],
  { isCompared, isShort }: Pick<ReviewGroupHeadProps, 'isCompared' | 'isShort'>,
): string {
  switch (group) {
    case 'new':
      return isCompared ? categoryCounts(lines, isShort) : 'Ainda não comparadas com o que você já tem.'
    case 'expected':
      // Unticked lines leave their transaction pending.
      return `Cada linha${lines.every(({ isTicked }) => isTicked) ? '' : ' marcada'} confirma a que você esperava.`
    case 'other_side':
      return 'Só mudam de lugar: nem receita, nem despesa.'
    case 'similar':
      return 'Mesmo valor, até 3 dias de distância. Marque se for outra.'
    case 'known': {
      const days = lines.map(({ date }) => date).sort()
      return `De ${describeRange(days[0] ?? '', days.at(-1) ?? '')}. Não entram de novo.`
    }
    case 'unread':
      return 'Ficam fora das contas.'
  }
}

const SKELETONS = 6

function StatementReviewSkeleton({ count }: { count: number }) {
  return (
    <Loading what="o que você já tem">
      <div className={styles.waiting} aria-hidden="true">
        {Array.from({ length: Math.min(SKELETONS, count) }, (_, index) => (
          <div key={index}>
            <Skeleton width="20px" height="20px" />
            <Skeleton width={`${60 - (index % 3) * 12}%`} />
            <Skeleton width="6rem" />
          </div>
        ))}
      </div>
    </Loading>
  )
}
