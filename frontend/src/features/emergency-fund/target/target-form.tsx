import type { EmergencyFund } from '@prumo/shared/emergency-fund'
import { Button } from '../../../ui/button/button'
import { ChoiceChips } from '../../../ui/form/choice-chips'
import { AmountField } from '../../../ui/money/amount-field'
import { SectionHead } from '../../../ui/section/section-head'
import { showToast } from '../../../ui/toast/toast'
import { TARGET_SAVED, useConfigureFund } from '../calls/configure-fund'
import type { Account } from '../fund/fund-changes'
import { averageText, firstTargetText, sumText } from './target-text'
import { draftOf, monthChoices } from './target-values'
import { useTargetForm } from './use-target-form'
import styles from './target-form.module.css'

interface TargetFormProps {
  fund: EmergencyFund | null
  account: Account
}

/** For how many months the fund is meant, and what a month costs. */
export function TargetForm({ fund, account }: TargetFormProps) {
  const configure = useConfigureFund(account)
  const { values, months, average, becameNothing, settleAverage, isSaved, submit } = useTargetForm(fund)
  const draft = draftOf(values)
  const counted = averageText(account.average)

  function save(): void {
    settleAverage()
    if (isSaved) showToast({ text: TARGET_SAVED })
    else configure(fund, draft)
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
        <div className={styles.average}>
          <AmountField field={average} label="Média de despesas por mês" />
          <div className={styles.notes}>
            <p role="status">{becameNothing && 'Sem um valor válido, a média fica em R$\u00a00,00.'}</p>
            {counted && <p>{counted}</p>}
          </div>
        </div>
        <div>
          <p className={styles.sum}>{sumText(draft, account.average)}</p>
          {!fund && <p className={styles.replaced}>{firstTargetText}</p>}
        </div>
        <Button type="submit" variant="line">
          Salvar meta
        </Button>
      </form>
    </section>
  )
}
