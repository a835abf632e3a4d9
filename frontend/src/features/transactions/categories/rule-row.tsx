import type { Rule } from '@prumo/shared/rules'
import { ruleScopeName } from '../../../data/rule-commands'
import type { SyncMarkKind } from '../../../data/sync/optimistic'
import { lazyPart } from '../../../ui/lazy-part'
import { MenuButton } from '../../../ui/overlay/menu-button'
import { SyncMark } from '../../../ui/sync-mark'
import { count } from './rule-application'
import styles from './rules-page.module.css'

const RuleMenu = lazyPart(() => import('./rule-menu'), { place: <MenuButton label="Ações" /> })

interface RuleRowProps {
  rule: Rule
  mark: SyncMarkKind | undefined
  onEdit: (rule: Rule) => void
  onDelete: (rule: Rule) => void
}

/** A rule as a sentence, where it applies, and how often it was used. */
export function RuleRow({ rule, mark, onEdit, onDelete }: RuleRowProps) {
  const { text, category, description, type, uses } = rule
  return (
    <li className={styles.row} data-row={rule.id}>
      <p className={styles.sentence}>
        Se contém <q>{text}</q> usar <b>{category}</b>
        {description !== null && <small>e chamar de {description}</small>}
        {mark && (
          <small>
            <SyncMark mark={mark} />
          </small>
        )}
      </p>
      <span className={styles.scope}>{type === null ? 'Receitas e despesas' : ruleScopeName(type)}</span>
      <span className={styles.uses}>{usesText(uses)}</span>
      <span className={styles.actions}>
        <button type="button" className={styles.edit} onClick={() => onEdit(rule)}>
          Editar<span className="visually-hidden"> a regra “{text}”</span>
        </button>
        <RuleMenu rule={rule} onEdit={onEdit} onDelete={onDelete} />
      </span>
    </li>
  )
}

/** `37 vezes` */
export function usesText(uses: number): string {
  return uses === 0 ? 'ainda não' : uses === 1 ? '1 vez' : `${count(uses)} vezes`
}
