import { useEffect, useRef, useState } from 'react'
import { NavigationType, useLocation, useNavigate, type BlockerFunction } from 'react-router-dom'
import type { EmergencyFund, ExpenseAverage } from '@prumo/shared/emergency-fund'
import { formatPlainCentavos, parseCentavos } from '@prumo/shared/money'
import type { ComputedFundAnswer } from '../../data/fund-analysis'
import { configureFund, type FundOwner, type TargetDraft } from '../../data/emergency-fund-commands'
import { useAccount } from '../../data/account'
import { useSyncStatus } from '../../data/sync-status'
import { useForm, type FieldBinding } from '../../lib/form'
import type { FormLocationState } from '../../lib/form-address'
import { AmountField } from '../../ui/field/amount-field'
import { Button } from '../../ui/button'
import { ChoiceChips } from '../../ui/field/choice-chips'
import { SectionHead } from '../../ui/section-head'
import { Loading, Skeleton } from '../../ui/skeleton'
import { showToast } from '../../ui/overlay/toast'
import { useLeavingGuard } from '../../ui/overlay/use-leaving-guard'
import {
  targetDraftOf,
  averageFieldTexts,
  firstTargetText,
  monthChoices,
  isSameTarget,
  sumText,
  unsavedOf,
  valuesOf,
  valuesOfDraft,
  type TargetValues,
} from './target'
import styles from './target-form.module.css'
import { FUND_SCREEN } from '../../data/screens'

/** A target that was refused, to go on with. */
interface TargetReview {
  draft: TargetDraft
  instead: string | undefined
}

/** What "Revisar" brought here, when it was about the target. */
export function useTargetReview(): TargetReview | null {
  const { state, search } = useLocation()
  const { draft, instead } = (state as FormLocationState | null) ?? {}
  const [review, setReview] = useState<TargetReview | null>(null)
  if (draft && search === '' && draft !== review?.draft) setReview({ draft: draft as TargetDraft, instead })
  return review
}

interface TargetFormProps {
  fund: EmergencyFund | null
  average: ComputedFundAnswer<ExpenseAverage>
  owner: FundOwner
  review: TargetReview | null
}

/** It stays on the screen for as long as the screen stays. */
const isScreenLeft: BlockerFunction = ({ historyAction, currentLocation, nextLocation }) =>
  historyAction !== NavigationType.Replace && currentLocation.pathname !== nextLocation.pathname

/** For how many months the fund is meant, and what a month costs; asks before what was typed is lost with the screen. */
export function TargetForm(props: TargetFormProps) {
  const { guarded } = useLeavingGuard(true, () => undefined, 'Meta da reserva', { isLeft: isScreenLeft })
  return guarded(<TargetFields {...props} />)
}

function TargetFields({ fund, average: { answer, isStale }, owner, review }: TargetFormProps) {
  const { outbox } = useAccount()
  const navigate = useNavigate()
  const { isStalled } = useSyncStatus()
  const { seen, values, months, average, becameNothing, handOver, submit } = useTargetForm(fund, review?.draft ?? null)
  const draft = targetDraftOf(values)
  const isEntered = answer.source === 'entered'
  const entered = averageFieldTexts(answer)
  const change = fund ? null : firstTargetText(draft, answer)
  const sum = (
    <div key="sum">
      <p className={styles.sum}>{sumText(draft, answer)}</p>
      {change && <p className={styles.replaced}>{change}</p>}
    </div>
  )

  async function save(): Promise<void> {
    const command = configureFund(seen(), draft, owner)
    handOver()
    // Nothing is to be changed: it is as it was asked for.
    if (!command) showToast({ text: 'Meta da reserva salva' })
    // Until it is stored the form takes no second tap.
    await outbox.enqueue(command, { replaces: review?.instead })
    if (review) void navigate(FUND_SCREEN, { replace: true, state: null })
  }

  return (
    <section aria-labelledby="fund-target">
      <SectionHead id="fund-target" title="Meta da reserva" />
      <form noValidate className={styles.form} aria-labelledby="fund-target" onSubmit={(event) => void submit(save)(event)}>
        <ChoiceChips
          legend="Meses de despesas"
          name={months.name}
          choose="one"
          options={monthChoices.map(({ label }) => label)}
          chosen={monthChoices.filter((choice) => choice.months === values.months).map(({ label }) => label)}
          onChange={([chosen]) => months.onChange(monthChoices.find(({ label }) => label === chosen)?.months ?? values.months)}
        />
        {/* What counts stands first. */}
        {!isEntered && sum}
        <div className={styles.average}>
          <AmountField field={average} label={entered.label} />
          <div className={styles.notes}>
            <p role="status">{becameNothing && 'Sem um valor válido, a média fica em R$\u00a00,00.'}</p>
            <p>{isStale && isStalled ? `${entered.note} O que aguarda envio ainda não entrou na conta.` : entered.note}</p>
          </div>
        </div>
        {isEntered && sum}
        <Button type="submit" variant="line">
          Salvar meta
        </Button>
      </form>
    </section>
  )
}

const NOTHING = formatPlainCentavos(0)

/**
 * The form of the target; what was typed stays, what was not follows the fund.
 * @param draft what it begins with instead
 */
function useTargetForm(fund: EmergencyFund | null, draft: TargetDraft | null) {
  const form = useForm<TargetValues>(draft ? valuesOfDraft(draft) : valuesOf(fund), {}, unsavedOf, 'fund-target')
  const [becameNothing, setBecameNothing] = useState(false)
  /** The fund as it was before anything was typed, and what stood there then or was handed over since. */
  const seen = useRef(fund)
  const untouched = useRef(valuesOf(fund))

  // After every render: what counts as typed is what stands there when the fund changes.
  useEffect(() => {
    if (fund === seen.current) return
    const present = valuesOf(fund)
    if (!isSameTarget(form.values, present) && !isSameTarget(form.values, untouched.current)) return
    form.reset(present)
    untouched.current = present
    seen.current = fund
  })

  /** An average that is no amount becomes zero, in sight. */
  function settled(): TargetValues {
    if (parseCentavos(form.values.average) !== null) return form.values
    setBecameNothing(true)
    return { ...form.values, average: NOTHING }
  }

  /** What stands there goes to the account: from now on the form follows the fund again. */
  function handOver(): void {
    untouched.current = settled()
    form.reset(untouched.current)
  }

  const typed = form.field('average')
  const average: FieldBinding<string> = {
    ...typed,
    onChange: (text) => {
      typed.onChange(text)
      setBecameNothing(false)
    },
    onBlur: () => {
      const settledAverage = settled().average
      if (settledAverage !== typed.value) typed.onChange(settledAverage)
    },
  }
  return {
    values: form.values,
    months: form.field('months'),
    average,
    becameNothing,
    handOver,
    seen: () => seen.current,
    submit: form.submit,
  }
}

/** The form before it is known what to fill it with, in the same measures. */
export function TargetSkeleton() {
  return (
    <section aria-labelledby="fund-target">
      <SectionHead id="fund-target" title="Meta da reserva" />
      <Loading what="a meta">
        <div className={styles.form} aria-hidden="true">
          <Skeleton height="4.5rem" />
          <Skeleton height="6.5rem" />
          <Skeleton width="70%" />
          <Skeleton width="8rem" height="44px" />
        </div>
      </Loading>
    </section>
  )
}
