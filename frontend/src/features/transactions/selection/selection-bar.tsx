import { useEffect, useEffectEvent, useMemo } from 'react'
import {
  IconBuildingBank,
  IconCalendar,
  IconCategory,
  IconCircleCheck,
  IconReplace,
  IconTrash,
  IconX,
  type Icon,
} from '@tabler/icons-react'
import { MAX_BATCH } from '@prumo/shared/batch-rules'
import { useAccount } from '../../../data/account'
import { changeTransactions, deleteTransactions, type SharedChange } from '../../../data/batch-commands'
import { useWallets } from '../../../data/wallets'
import { Bob } from '../../../ui/bob'
import { IconButton } from '../../../ui/icon-button'
import { lazyPart } from '../../../ui/lazy-part'
import { useNarrow } from '../../../ui/media'
import { partsOfAmount, speakFlow } from '../../../ui/money-format'
import { ruleOpeningOf } from '../categories/rule-offer'
import { categoryRefusal, factsOf, selectedText, type SelectionFacts } from './selection'
import type { SelectionAction, SelectionControls } from './use-selection'
import styles from './selection-bar.module.css'

const dialogs = () => import('./selection-dialogs')
const CategoryDialog = lazyPart(async () => ({ default: (await dialogs()).CategoryDialog }), { what: 'as categorias' })
const DateDialog = lazyPart(async () => ({ default: (await dialogs()).DateDialog }), { what: 'as datas' })
const WalletDialog = lazyPart(async () => ({ default: (await dialogs()).WalletDialog }), { what: 'as contas' })
const DeletionDialog = lazyPart(async () => ({ default: (await dialogs()).DeletionDialog }), { what: 'a pergunta' })
const RuleSheet = lazyPart(() => import('../categories/rule-sheet'), { what: 'a regra' })

type SelectionBarProps = Pick<SelectionControls, 'selected' | 'isCut' | 'action' | 'setAction' | 'release'>

/** The bar of the ticked transactions: count, sums at the line, and what can be done with all of them at once. */
export function SelectionBar({ selected, isCut, action, setAction, release }: SelectionBarProps) {
  const { outbox } = useAccount()
  const { hasSeveral } = useWallets()
  const narrow = useNarrow()
  const facts = factsOf(selected)
  const count = selected.length

  function change(to: SharedChange): void {
    for (const command of changeTransactions(selected, to, outbox.queueOf('transaction'))) void outbox.enqueue(command)
    release()
  }

  function remove(): void {
    for (const command of deleteTransactions(selected, outbox.queueOf('transaction'))) void outbox.enqueue(command)
    release()
  }

  function ask(asked: SelectionAction): void {
    if (asked === 'confirm') change({ isConfirmed: true, isReceived: true })
    else setAction(asked)
  }

  // The key confirms at once, like the button.
  const confirmByKey = useEffectEvent(() => {
    if (facts.pending.length > 0) ask('confirm')
    else setAction(null)
  })
  const isByKey = action === 'confirm' && count > 0
  useEffect(() => {
    if (isByKey) confirmByKey()
  }, [isByKey])

  const ruleOpening = useMemo(() => ruleOpeningOf(selected), [selected])

  if (count === 0) return null
  const actions = actionsFor(facts, hasSeveral, narrow)
  const possible = actions.find(({ name }) => name === action && action !== null)
  const asked = possible?.refusal === null ? action : null
  const close = () => setAction(null)
  const dialog = { isRequested: true, count, onClose: close, onDismissFailure: close }

  return (
    <>
      <section className={styles.bar} aria-label="Marcadas" data-selection-bar data-chrome>
        {narrow && <IconButton label="Soltar" icon={<IconX size={22} stroke={1.75} aria-hidden />} onClick={release} />}
        <p className={styles.count} role="status">
          <b>{selectedText(count)}</b>
          {isCut && <small> só as primeiras {MAX_BATCH}</small>}
        </p>
        <div className={styles.actions} role="group" aria-label="Com as marcadas">
          {actions.map(({ name, label, icon: ActionIcon, refusal }) => (
            <button
              key={name}
              type="button"
              className={styles.action}
              data-losing={name === 'delete' || undefined}
              aria-disabled={refusal !== null || undefined}
              title={refusal ?? undefined}
              aria-haspopup={name === 'confirm' ? undefined : 'dialog'}
              onClick={() => refusal === null && ask(name)}
            >
              {narrow && <ActionIcon size={22} stroke={1.75} aria-hidden />}
              {label}
            </button>
          ))}
        </div>
        <Sums facts={facts} hasBob={!narrow} />
        {!narrow && (
          <button type="button" className={styles.release} onClick={release}>
            Soltar
          </button>
        )}
      </section>
      {asked === 'category' && (
        <CategoryDialog {...dialog} type={facts.incomes > 0 ? 'income' : 'expense'} onChoose={(category) => change({ category })} />
      )}
      {asked === 'date' && <DateDialog {...dialog} onChoose={(date) => change({ date })} />}
      {asked === 'wallet' && <WalletDialog {...dialog} onChoose={(walletId) => change({ walletId })} />}
      {asked === 'delete' && <DeletionDialog {...dialog} facts={facts} onConfirm={remove} />}
      {asked === 'rule' && <RuleSheet isRequested onDismissFailure={close} opening={ruleOpening} onClose={close} />}
    </>
  )
}

interface BarAction {
  name: SelectionAction
  label: string
  icon: Icon
  /** Why it does not apply to the ticked ones; null if it does. */
  refusal: string | null
}

function actionsFor(facts: SelectionFacts, hasSeveral: boolean, narrow: boolean): BarAction[] {
  const { pending, transfers } = facts
  const deletion: BarAction = { name: 'delete', label: 'Excluir', icon: IconTrash, refusal: null }
  const ruleAction: BarAction = { name: 'rule', label: 'Regra', icon: IconReplace, refusal: transfers > 0 ? NO_RULE : null }
  const wallet: BarAction = { name: 'wallet', label: 'Conta', icon: IconBuildingBank, refusal: null }
  return [
    { name: 'category', label: 'Categoria', icon: IconCategory, refusal: categoryRefusal(facts) },
    { name: 'date', label: 'Data', icon: IconCalendar, refusal: null },
    { name: 'confirm', label: 'Confirmar', icon: IconCircleCheck, refusal: pending.length > 0 ? null : 'Nenhuma espera confirmação' },
    ...(hasSeveral && !narrow ? [wallet] : []),
    ...(narrow ? [deletion, ruleAction] : [ruleAction, deletion]),
    ...(hasSeveral && narrow ? [wallet] : []),
  ]
}

const NO_RULE = 'Transferência não tem categoria'

/** Out left of the line, in right of it. */
function Sums({ facts: { income, expense }, hasBob }: { facts: SelectionFacts; hasBob: boolean }) {
  return (
    <p className={styles.sums}>
      <Sum centavos={expense} type="expense" />
      <span className={styles.line} aria-hidden="true">
        {hasBob && (
          <svg viewBox="0 0 32 32">
            <Bob />
          </svg>
        )}
      </span>
      <Sum centavos={income} type="income" />
    </p>
  )
}

function Sum({ centavos, type }: { centavos: number; type: 'income' | 'expense' }) {
  const { whole, cents } = partsOfAmount(type === 'income' ? centavos : -centavos, true)
  return (
    <span data-type={type}>
      <span className="visually-hidden">{speakFlow(centavos, type)}</span>
      <span aria-hidden="true" data-figure>
        {centavos === 0 ? '0,00' : whole + cents}
      </span>
    </span>
  )
}
