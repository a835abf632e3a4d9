import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { EmergencyFund, ExpenseAverage } from '@prumo/shared/emergency-fund'
import { formatPlainCentavos, parseCentavos } from '@prumo/shared/money'
import type { ComputedFundAnswer } from '../../data/fund-analysis'
import { configureFund, type FundOwner, type TargetDraft } from '../../data/emergency-fund-commands'
import { useAccount } from '../../data/account'
import { useSyncStatus } from '../../data/sync-status'
import { useDraft } from '../../data/use-draft'
import { useForm, type FieldBinding } from '../../lib/form'
import type { FormLocationState } from '../../lib/form-address'
import { AmountField } from '../../ui/field/amount-field'
import { Button } from '../../ui/button'
import { DraftOffer } from '../../ui/draft-offer'
import { ChoiceChips } from '../../ui/field/choice-chips'
import { SectionHead } from '../../ui/section-head'
import { Loading, Skeleton } from '../../ui/skeleton'
import { showToast } from '../../ui/overlay/toast'
import {
  targetDraftOf,
  averageFieldTexts,
  firstTargetText,
  monthChoices,
  isSameTarget,
  sumText,
  valuesOf,
  valuesOfDraft,
  type TargetValues,
} from './target'
import styles from './target-form.module.css'
import { FUND_SCREEN } from '../../data/screens'

/** The draft of a refused target, to correct. */
interface TargetReview {
  draft: TargetDraft
  replaces: string | undefined
}

/** The refused target that "Revisar" passed in the navigation state, if any. */
export function useTargetReview(): TargetReview | null {
  const { state, search } = useLocation()
  const { draft, replaces } = (state as FormLocationState | null) ?? {}
  const [review, setReview] = useState<TargetReview | null>(null)
  if (draft && search === '' && draft !== review?.draft) setReview({ draft: draft as TargetDraft, replaces })
  return review
}

interface TargetFormProps {
  fund: EmergencyFund | null
  average: ComputedFundAnswer<ExpenseAverage>
  owner: FundOwner
  review: TargetReview | null
}

/** The number of months in the target and the monthly average. */
export function TargetForm({ fund, average: { answer, isStale }, owner, review }: TargetFormProps) {
  const { outbox } = useAccount()
  const navigate = useNavigate()
  const { isStalled } = useSyncStatus()
  const { seen, values, months, average, becameZero, markSaved, earlier, submit } = useTargetForm(fund, review?.draft ?? null)
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
    markSaved()
    // The target is unchanged. Confirm it anyway.
    if (!command) showToast({ text: 'Meta da reserva salva' })
    // Keep the form busy until the command is stored, which blocks a second tap.
    await outbox.enqueue(command, { replaces: review?.replaces })
    if (review) void navigate(FUND_SCREEN, { replace: true, state: null })
  }

  return (
    <section aria-labelledby="fund-target">
      <SectionHead id="fund-target" title="Meta da reserva" />
      <form noValidate className={styles.form} aria-labelledby="fund-target" onSubmit={(event) => void submit(save)(event)}>
        <DraftOffer offer={earlier} />
        <ChoiceChips
          legend="Meses de despesas"
          name={months.name}
          choose="one"
          options={monthChoices.map(({ label }) => label)}
          chosen={monthChoices.filter((choice) => choice.months === values.months).map(({ label }) => label)}
          onChange={([chosen]) => months.onChange(monthChoices.find(({ label }) => label === chosen)?.months ?? values.months)}
        />
        {/* The value in effect comes first. */}
        {!isEntered && sum}
        <div className={styles.average}>
          <AmountField field={average} label={entered.label} />
          <div className={styles.notes}>
            <p role="status">{becameZero && 'Sem um valor válido, a média fica em R$\u00a00,00.'}</p>
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

const ZERO = formatPlainCentavos(0)

/**
 * The state of the form: follows the fund as long as nothing is typed.
 * @param draft replaces the initial values
 */
function useTargetForm(fund: EmergencyFund | null, draft: TargetDraft | null) {
  const form = useForm<TargetValues>(draft ? valuesOfDraft(draft) : valuesOf(fund), {})
  const { offer, remove } = useDraft('fund-target', form)
  const [becameZero, setBecameZero] = useState(false)
  /** The fund before anything was typed; below, the values that count as untouched: those of that fund, or the last saved ones. */
  const seen = useRef(fund)
  const untouched = useRef(valuesOf(fund))

  // Runs after every render, because the test compares the current values with the new fund.
  useEffect(() => {
    if (fund === seen.current) return
    const present = valuesOf(fund)
    if (!isSameTarget(form.values, present) && !isSameTarget(form.values, untouched.current)) return
    form.reset(present)
    untouched.current = present
    seen.current = fund
  })

  /** Replaces an invalid average by zero, and shows a notice. */
  function valuesWithAverage(): TargetValues {
    if (parseCentavos(form.values.average) !== null) return form.values
    setBecameZero(true)
    return { ...form.values, average: ZERO }
  }

  /** Marks the values as saved: from now on the form follows the fund again. */
  function markSaved(): void {
    untouched.current = valuesWithAverage()
    remove()
    form.reset(untouched.current)
  }

  const typed = form.field('average')
  const average: FieldBinding<string> = {
    ...typed,
    onChange: (text) => {
      typed.onChange(text)
      setBecameZero(false)
    },
    onBlur: () => {
      const validAverage = valuesWithAverage().average
      if (validAverage !== typed.value) typed.onChange(validAverage)
    },
  }
  return {
    values: form.values,
    months: form.field('months'),
    average,
    becameZero,
    markSaved,
    earlier: offer,
    seen: () => seen.current,
    submit: form.submit,
  }
}

/** The placeholder while the fund loads, with the same measures. */
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
