import { useEffect, useRef, useState } from 'react'
import { businessTypes, difficulties } from '@prumo/shared/business'
import type { User } from '@prumo/shared/identity'
import { MAX_NAME } from '@prumo/shared/limits'
import { useAccount } from '../../data/account'
import { saveProfile, useProfileRefresh } from '../../data/profile'
import { refusalOf } from '../../data/refusal'
import { useDraft } from '../../data/use-draft'
import { useForm } from '../../lib/form'
import { registrationRules } from '../../lib/identity-rules'
import { useUser } from '../../lib/session'
import { AmountField } from '../../ui/field/amount-field'
import { Button } from '../../ui/button'
import { DraftOffer } from '../../ui/draft-offer'
import { ChoiceChips } from '../../ui/field/choice-chips'
import { SelectField } from '../../ui/field/select-field'
import { StatusLine } from '../../ui/status-line'
import { TextField } from '../../ui/field/text-field'
import styles from './account-tab.module.css'
import { changesIn, isSame, valuesOf, type ProfileValues } from './profile-values'
import { Section } from './section'

const { name, businessName, businessType, monthlyIncome } = registrationRules
const rules = { name, businessName, businessType, monthlyIncome }

/** The person and the business. */
export function ProfileForm() {
  useProfileRefresh()
  return (
    <Section title="Seus dados">
      <Fields />
    </Section>
  )
}

/** Waits for the server before it confirms. Keeps the input after a failure. */
function Fields() {
  const account = useAccount()
  const user = useUser()
  const { form, seen } = useProfileValues(user)
  const draft = useDraft('profile', form)
  const [status, setStatus] = useState<{ tone: 'success' | 'danger'; text: string } | null>(null)

  const submit = form.submit(async (values) => {
    setStatus(null)
    try {
      await saveProfile(account, changesIn(values, seen()))
      draft.remove()
      form.reset(values)
      setStatus({ tone: 'success', text: 'Dados salvos com sucesso!' })
    } catch (failure) {
      const { fields, text } = refusalOf(failure)
      if (!form.reject(fields)) setStatus({ tone: 'danger', text })
    }
  })

  const chosen = form.field('mainDifficulties')
  return (
    <form
      noValidate
      className={styles.form}
      aria-label="Seus dados"
      onChange={() => setStatus(null)}
      onSubmit={(event) => void submit(event)}
    >
      <DraftOffer offer={draft.offer} />
      <div className={styles.pair}>
        <TextField field={form.field('name')} label="Nome completo" autoComplete="name" autoCapitalize="words" maxLength={MAX_NAME} />
        <TextField field={form.field('businessName')} label="Nome do negócio" autoComplete="organization" maxLength={MAX_NAME} />
        <SelectField field={form.field('businessType')} label="Tipo do negócio" prompt="Escolha o tipo" options={businessTypes} />
        <AmountField field={form.field('monthlyIncome')} label="Quanto entra por mês, em média" optional />
      </div>
      <ChoiceChips
        legend="O que mais atrapalha"
        optional
        name="mainDifficulties"
        options={difficulties}
        choose="many"
        chosen={chosen.value}
        onChange={chosen.onChange}
      />
      {status && <StatusLine tone={status.tone}>{status.text}</StatusLine>}
      <Button type="submit" busy={form.busy}>
        {form.busy ? 'Salvando…' : 'Salvar dados'}
      </Button>
    </form>
  )
}

/** The state of the form: follows the server as long as nothing is typed. */
function useProfileValues(user: User) {
  const form = useForm<ProfileValues>(valuesOf(user), rules)
  /** The values before anything was typed. */
  const seen = useRef(valuesOf(user))
  useEffect(() => {
    const present = valuesOf(user)
    if (isSame(present, seen.current)) return
    if (!isSame(form.values, seen.current) && !isSame(form.values, present)) return
    form.reset(present)
    seen.current = present
  })
  return { form, seen: () => seen.current }
}
