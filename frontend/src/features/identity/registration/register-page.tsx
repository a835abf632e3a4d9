import { useState } from 'react'
import { Link, Navigate, useNavigate } from 'react-router-dom'
import { businessTypes, difficulties, type BusinessType, type Difficulty } from '@prumo/shared/business'
import { MAX_EMAIL, MAX_NAME } from '@prumo/shared/limits'
import { centavosToReais, parseCentavos } from '@prumo/shared/money'
import { useForm } from '../../../lib/form'
import { session } from '../../../lib/session'
import { Button } from '../../../ui/button/button'
import { ChoiceChips } from '../../../ui/form/choice-chips'
import { PasswordField } from '../../../ui/form/password-field'
import { SelectField } from '../../../ui/form/select-field'
import { TextField } from '../../../ui/form/text-field'
import { AmountField } from '../../../ui/money/amount-field'
import { StatusLine } from '../../../ui/page/status-line'
import { afterRegistration } from './after-registration'
import { IdentityLayout } from '../identity-layout'
import styles from '../identity-layout.module.css'
import { registrationRules } from '../identity-rules'
import { register } from '../identity.api'
import { refusalOf } from './registration-refusal'

const blank = {
  name: '',
  email: '',
  password: '',
  confirmPassword: '',
  businessName: '',
  businessType: '' as BusinessType | '',
  monthlyIncome: '',
  mainDifficulties: [] as Difficulty[],
}

export function Component() {
  const navigate = useNavigate()
  const [alreadyIn] = useState(() => session().status === 'signed-in')
  const [failure, setFailure] = useState<string | null>(null)
  const form = useForm(blank, registrationRules)

  const submit = form.submit(async ({ name, email, password, businessName, businessType, monthlyIncome, mainDifficulties }) => {
    if (businessType === '') return
    setFailure(null)
    try {
      const reais = centavosToReais(parseCentavos(monthlyIncome) ?? 0)
      const answer = await register({ name, email, password, businessName, businessType, monthlyIncome: reais, mainDifficulties })
      await navigate(afterRegistration(answer), { replace: true })
    } catch (refused) {
      const { fields, text } = refusalOf(refused)
      if (!form.reject(fields)) setFailure(text)
    }
  })

  if (alreadyIn) return <Navigate to="/dashboard" replace />

  const chosen = form.field('mainDifficulties')
  return (
    <IdentityLayout
      title="Criar conta"
      wide
      footer={
        <p>
          Já tem conta?
          <Link to="/login" className={styles.link}>
            Entrar
          </Link>
        </p>
      }
    >
      <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
        <fieldset className={styles.group}>
          <legend>Você</legend>
          <div className={styles.pair}>
            <TextField field={form.field('name')} label="Nome completo" autoComplete="name" autoCapitalize="words" maxLength={MAX_NAME} />
            <TextField field={form.field('email')} label="Email" type="email" inputMode="email" autoComplete="username" autoCapitalize="none" maxLength={MAX_EMAIL} />
            <PasswordField field={form.field('password')} label="Senha" autoComplete="new-password" />
            <PasswordField field={form.field('confirmPassword')} label="Confirme a senha" autoComplete="new-password" />
          </div>
        </fieldset>
        <fieldset className={styles.group}>
          <legend>Seu negócio</legend>
          <div className={styles.pair}>
            <TextField field={form.field('businessName')} label="Nome do negócio" autoComplete="organization" maxLength={MAX_NAME} />
            <SelectField field={form.field('businessType')} label="Tipo do negócio" prompt="Escolha o tipo" options={businessTypes} />
            <AmountField field={form.field('monthlyIncome')} label="Quanto entra por mês, em média" optional />
          </div>
          <div className={styles.chips}>
            <ChoiceChips legend="O que mais atrapalha" optional name="mainDifficulties" options={difficulties} choose="many" chosen={chosen.value} onChange={chosen.onChange} />
          </div>
        </fieldset>
        {failure && <StatusLine tone="danger">{failure}</StatusLine>}
        <Button type="submit" size="lg" block busy={form.busy}>
          {form.busy ? 'Processando...' : 'Criar conta'}
        </Button>
      </form>
    </IdentityLayout>
  )
}
