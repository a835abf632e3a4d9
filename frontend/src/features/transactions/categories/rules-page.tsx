import { IconPlus } from '@tabler/icons-react'
import type { Rule } from '@prumo/shared/rules'
import { useAccount } from '../../../data/account'
import { deleteRule, type RuleDraft } from '../../../data/rule-commands'
import { useRules } from '../../../data/rules'
import { useSyncMarks } from '../../../data/sync-status'
import { useFormAddress, type OpenForm } from '../../../lib/form-address'
import { Button } from '../../../ui/button'
import { RuledPaper } from '../../../ui/chart/ruled-paper'
import { EmptyState } from '../../../ui/empty-state'
import { lazyPart, usePrefetch } from '../../../ui/lazy-part'
import { LoadFailure } from '../../../ui/load-failure'
import { OutdatedNote } from '../../../ui/outdated-note'
import { useNarrow } from '../../../ui/media'
import { Page } from '../../../ui/page'
import { Loading, Skeleton } from '../../../ui/skeleton'
import { count } from './rule-application'
import type { RuleFormOpening } from './rule-form-values'
import { RuleRow } from './rule-row'
import styles from './rules-page.module.css'

const RuleSheet = lazyPart(() => import('./rule-sheet'), { what: 'o formulário' })

/** The rules in the order in which they win, with their form. */
export default function RulesPage() {
  const list = useRules()
  const { data: rules } = list
  const { form, open, edit, close } = useFormAddress<RuleDraft>()
  const narrow = useNarrow()
  const opening = form && openingOf(form, rules)
  usePrefetch(RuleSheet)
  return (
    <Page
      title="Regras"
      beside={rules && rules.length > 0 && <p className={styles.count}>{countText(rules)}</p>}
      actions={!narrow && rules && rules.length > 0 && <NewRule onOpen={open} />}
    >
      <div className={styles.page}>
        {list.isOutdated && <OutdatedNote at={list.fetchedAt} onRetry={list.retry} />}
        {list.isPending ? (
          <RulesSkeleton />
        ) : !rules ? (
          <LoadFailure what="as regras" onRetry={list.retry} />
        ) : rules.length === 0 ? (
          <EmptyState
            drawing={<RuledPaper />}
            title="Nenhuma regra ainda"
            reason="Diga uma vez o que é de cada fornecedor, e o que chegar do banco já vem com a categoria."
            action={<NewRule onOpen={open} isInk />}
          />
        ) : (
          <>
            <RuleList rules={rules} onEdit={edit} />
            {narrow && (
              <div className={styles.new}>
                <NewRule onOpen={open} isBlock />
              </div>
            )}
          </>
        )}
      </div>
      <RuleSheet
        isRequested={opening !== null}
        onDismissFailure={close}
        opening={opening}
        opened={opening && form}
        isHistoryEntry
        onClose={close}
      />
    </Page>
  )
}

/** The form for the address; null until the rule that it names is known. */
function openingOf({ id, draft, replaces, newId }: OpenForm<RuleDraft>, rules: readonly Rule[] | undefined): RuleFormOpening | null {
  const rule = rules?.find((each) => each.id === id) ?? null
  if (id !== null && !rule) return null
  return { rule, suggested: draft, replaces, newId }
}

function NewRule({ onOpen, isInk = false, isBlock = false }: { onOpen: () => void; isInk?: boolean; isBlock?: boolean }) {
  return (
    <Button variant={isInk ? 'action' : 'signal'} block={isBlock} icon={<IconPlus size={20} stroke={1.75} aria-hidden />} onClick={onOpen}>
      Nova regra
    </Button>
  )
}

interface RuleListProps {
  rules: readonly Rule[]
  onEdit: (rule: Rule) => void
}

function RuleList({ rules, onEdit }: RuleListProps) {
  const { outbox } = useAccount()
  const marks = useSyncMarks('rule')
  return (
    <>
      <p className={styles.intro}>O que chegar com estas palavras já vem com a categoria. O que existe não muda sozinho.</p>
      <div className={styles.list}>
        <p className={styles.head} aria-hidden="true">
          {['Quando a descrição', 'Vale para', 'Usada'].map((name) => (
            <span key={name}>{name}</span>
          ))}
        </p>
        <ul>
          {rules.map((rule) => (
            <RuleRow
              key={rule.id}
              rule={rule}
              mark={marks.get(rule.id)}
              onEdit={onEdit}
              onDelete={(deleted) => void outbox.enqueue(deleteRule(deleted))}
            />
          ))}
        </ul>
      </div>
      <p className={styles.law}>Quando duas servem, vale a de texto mais longo. No empate, a mais nova.</p>
    </>
  )
}

/** `5 regras, usadas 343 vezes` */
export function countText(rules: readonly Pick<Rule, 'uses'>[]): string {
  const uses = rules.reduce((sum, rule) => sum + rule.uses, 0)
  const many = rules.length === 1 ? '1 regra' : `${count(rules.length)} regras`
  if (uses === 0) return many
  return `${many}, ${rules.length === 1 ? 'usada' : 'usadas'} ${uses === 1 ? '1 vez' : `${count(uses)} vezes`}`
}

function RulesSkeleton() {
  return (
    <Loading what="as regras">
      <div className={styles.skeleton}>
        {Array.from({ length: 6 }, (_, index) => (
          <Skeleton key={index} height="3rem" />
        ))}
      </div>
    </Loading>
  )
}
