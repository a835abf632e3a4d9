import { useId } from 'react'
import { isCalendarDate, monthOf } from '@prumo/shared/calendar'
import { fitFiscal, noFiscal, type Fiscal } from '@prumo/shared/fiscal-marks'
import { isDasDescription } from '@prumo/shared/mei-das'
import { monthAfter, type MeiActivity } from '@prumo/shared/mei-rules'
import { searchable } from '@prumo/shared/search'
import { useMei } from '../../data/mei'
import type { MeiProfileEntity } from '../../data/mei-commands'
import { activityNames, fiscalText } from '../../lib/fiscal-text'
import { Checkbox } from '../../ui/field/checkbox'
import { MonthPicker } from '../../ui/field/month-picker'
import { PlainSelect } from '../../ui/field/plain-select'
import type { TransactionFormValues } from './transaction-form-values'
import styles from './fiscal-fields.module.css'

interface FiscalFieldsProps {
  values: TransactionFormValues
  onChange: (fiscal: Fiscal) => void
}

/** What a transaction says for the MEI; nothing without a profile. Folded until something is said. */
export default function FiscalFields({ values, onChange }: FiscalFieldsProps) {
  const profile = useMei().data
  const { type, description } = values
  if (!profile || type === 'transfer') return null
  const fiscal = fitFiscal(type, values.fiscal) ?? noFiscal
  const isSaid = fiscalText(fiscal) !== 'Nada'
  const say = (said: Partial<Fiscal>) => onChange({ ...fiscal, ...said })
  return (
    <details className={styles.fields} open={isSaid || (type === 'expense' && isDasDescription(description)) || undefined}>
      <summary>
        Para o MEI<span>{isSaid ? fiscalText(fiscal) : type === 'income' ? 'nota, atividade, mês da venda' : 'é o DAS de um mês?'}</span>
      </summary>
      {type === 'income' ? (
        <IncomeFields fiscal={fiscal} values={values} profile={profile} onSay={say} />
      ) : (
        <DasField fiscal={fiscal} values={values} onSay={say} />
      )}
    </details>
  )
}

interface SaidFieldsProps {
  fiscal: Fiscal
  values: TransactionFormValues
  onSay: (said: Partial<Fiscal>) => void
}

function IncomeFields({ fiscal, values: { category }, profile, onSay }: SaidFieldsProps & { profile: MeiProfileEntity }) {
  const monthLabel = useId()
  const isExcluded = profile.excludedCategories.some((each) => searchable(each) === searchable(category ?? ''))
  const counts = fiscal.countsAsRevenue ?? !isExcluded
  return (
    <>
      <Checkbox
        label={isExcluded ? 'É receita do MEI' : 'Não é receita do MEI'}
        name="countsAsRevenue"
        checked={counts === isExcluded}
        onChange={(isOn) => onSay({ countsAsRevenue: isOn ? isExcluded : null })}
      />
      {counts && (
        <>
          <Checkbox
            label="Com nota fiscal"
            name="hasInvoice"
            checked={fiscal.hasInvoice}
            onChange={(hasInvoice) => onSay({ hasInvoice })}
          />
          {profile.activities.length > 1 && (
            <PlainSelect
              label="Atividade"
              isLabelled
              value={fiscal.activity ?? ''}
              options={[['', 'Pela categoria'], ...profile.activities.map((each) => [each, activityNames[each] ?? each] as const)]}
              onChange={(activity) => onSay({ activity: activity === '' ? null : (activity as MeiActivity) })}
            />
          )}
          <div role="group" aria-labelledby={monthLabel} className={styles.month}>
            <p id={monthLabel}>Mês da venda</p>
            <MonthPicker
              look="control"
              month={fiscal.competence}
              none="O mês do dinheiro"
              onChange={(competence) => onSay({ competence })}
            />
          </div>
        </>
      )}
    </>
  )
}

function DasField({ fiscal, values: { date, description }, onSay }: SaidFieldsProps) {
  const label = useId()
  // Paid in the month after it, as a rule.
  const likely = isCalendarDate(date) && isDasDescription(description) ? monthAfter(monthOf(date), -1) : null
  return (
    <div role="group" aria-labelledby={label} className={styles.month}>
      <p id={label}>É o DAS de</p>
      <MonthPicker look="control" month={fiscal.dasOf} none="Não é DAS" onChange={(dasOf) => onSay({ dasOf })} />
      {likely !== null && fiscal.dasOf === null && (
        <button type="button" className={styles.likely} onClick={() => onSay({ dasOf: likely })}>
          {fiscalText({ ...noFiscal, dasOf: likely })}
        </button>
      )}
    </div>
  )
}
