import { useEffect, useRef, useState } from 'react'
import { IconChevronDown } from '@tabler/icons-react'
import { answersIn, prefillOf } from '@prumo/shared/analysis'
import { businessTypes, difficulties, type BusinessType, type Difficulty } from '@prumo/shared/business'
import { MAX_EMAIL, MAX_NAME } from '@prumo/shared/limits'
import { formatPlainCentavos, parseCentavos } from '@prumo/shared/money'
import type { PlanId } from '@prumo/shared/plans'
import type { FieldErrors } from '@prumo/shared/rejections'
import { checkoutFailure, isPlanId, storedPlan, createPaymentPage, planOf, planTexts } from '../../data/checkout'
import { ApiError } from '../../lib/api'
import { useBrowserValue } from '../../lib/browser-value'
import { read, remove, storageKeys, write } from '../../lib/device-storage'
import { useForm } from '../../lib/form'
import { registrationRules } from '../../lib/identity-rules'
import { beginSession } from '../../lib/session'
import { whenSignedIn } from '../../lib/shared-session'
import { usePageNavigate } from '../../lib/page-navigate'
import { recordRegistration } from '../../lib/welcome'
import { AmountField } from '../../ui/field/amount-field'
import { Button, ButtonLink } from '../../ui/button'
import { ChoiceChips } from '../../ui/field/choice-chips'
import { Logo } from '../../ui/logo'
import { PasswordField } from '../../ui/field/password-field'
import { SelectField } from '../../ui/field/select-field'
import { StatusLine } from '../../ui/status-line'
import { TextField } from '../../ui/field/text-field'
import { register } from './identity.api'
import { NoOrder, OrderSummary } from './order-summary'
import { UnpaidAccount } from './unpaid-account'
import styles from './register-page.module.css'

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

type RegistrationPrefill = Pick<typeof blank, 'monthlyIncome' | 'mainDifficulties'>
type RegistrationInput = Partial<Omit<typeof blank, 'password' | 'confirmPassword'>>

/** The values that this device already has. */
interface RegistrationDefaults {
  /** The stored plan, which may not exist. */
  plan: string | null
  /** Values from the free analysis. */
  prefill: RegistrationPrefill
  /** Input that was typed on this page earlier. */
  typed: RegistrationInput
}

function readRegistrationDefaults(): RegistrationDefaults {
  const answers = answersIn(read('local', storageKeys.analysis))
  const prefill = answers && prefillOf(answers)
  const monthlyIncome = prefill?.monthlyIncome ? formatPlainCentavos(prefill.monthlyIncome) : ''
  const typed = JSON.parse(read('session', storageKeys.registration) ?? '{}') as RegistrationInput
  return { plan: storedPlan(), prefill: { monthlyIncome, mainDifficulties: prefill?.mainDifficulties ?? [] }, typed }
}

export function Component() {
  const defaults = useBrowserValue(readRegistrationDefaults, null)
  const plan = defaults?.plan ?? null
  const [unpaid, setUnpaid] = useState<{ plan: PlanId; reason: string } | null>(null)
  return (
    <>
      <header className={styles.header}>
        <a href="/">
          <Logo />
        </a>
        <a href="/login">Já tenho conta</a>
      </header>
      <main className={styles.page}>
        <div>
          <h1>{unpaid ? 'Conta criada' : 'Criar conta'}</h1>
          {unpaid ? (
            <UnpaidAccount {...unpaid} />
          ) : (
            <Registration defaults={defaults} onUnpaid={(bought, reason) => setUnpaid({ plan: bought, reason })} />
          )}
        </div>
        {isPlanId(plan) ? <OrderSummary plan={planOf(plan)} /> : <NoOrder isKnown={defaults !== null} />}
      </main>
    </>
  )
}

interface RegistrationProps {
  /** Null in the rendered page, before the browser's storage is read. */
  defaults: RegistrationDefaults | null
  /** Called when the account was created but its payment could not start. */
  onUnpaid: (plan: PlanId, reason: string) => void
}

function Registration({ defaults, onUnpaid }: RegistrationProps) {
  const plan = defaults?.plan ?? null
  const visit = usePageNavigate()
  const [failure, setFailure] = useState<string | null>(null)
  const form = useForm(blank, registrationRules)
  const { offer } = form
  const isOffered = useRef(false)

  // Keep the input for a person who leaves to change the plan or read the terms. Passwords are never stored.
  const { password: _, confirmPassword: __, ...others } = form.values
  const typed = JSON.stringify(Object.fromEntries(Object.entries(others).filter(([, value]) => value.length > 0)))
  useEffect(() => {
    if (isOffered.current) write('session', storageKeys.registration, typed)
  }, [typed])

  // Fill the existing form, so that the focus and input from before hydration stay.
  useEffect(() => {
    if (defaults && !isOffered.current) offer({ ...defaults.prefill, ...defaults.typed })
    isOffered.current ||= defaults !== null
  }, [defaults, offer])

  useEffect(() => whenSignedIn(() => visit('/dashboard', { replace: true })), [visit])

  const submit = form.submit(async ({ name, email, password, businessName, businessType, monthlyIncome, mainDifficulties }) => {
    if (businessType === '') return
    setFailure(null)
    if (!isPlanId(plan)) return setFailure(plan === null ? planTexts.missing : planTexts.unknown)
    try {
      const entered = { name, email, password, businessName, businessType, mainDifficulties }
      const { token, user } = await register({ ...entered, monthlyIncome: parseCentavos(monthlyIncome) ?? 0 })
      if (!token) return setFailure(NO_TOKEN_TEXT)
      remove('session', storageKeys.registration)
      beginSession(token, user, false)
      recordRegistration()
    } catch (refused) {
      const { fields, text } = refusalText(refused)
      if (!form.reject(fields)) setFailure(text)
      return
    }
    await createPaymentPage(plan).then(
      (address) => visit(address),
      (refused: unknown) => {
        const reason = checkoutFailure(refused, visit)
        if (reason !== null) onUnpaid(plan, reason)
      },
    )
  })

  const chosen = form.field('mainDifficulties')
  const isAnalysed = defaults !== null && defaults.prefill.mainDifficulties.length > 0
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <fieldset className={styles.group}>
        <legend>Você</legend>
        <div className={styles.pair}>
          <TextField field={form.field('name')} label="Nome completo" autoComplete="name" autoCapitalize="words" maxLength={MAX_NAME} />
          <TextField
            field={form.field('email')}
            label="Email"
            type="email"
            inputMode="email"
            autoComplete="username"
            autoCapitalize="none"
            maxLength={MAX_EMAIL}
          />
          <div data-half>
            <PasswordField field={form.field('password')} label="Senha" rule="Pelo menos 6 caracteres." autoComplete="new-password" />
          </div>
          <div data-half>
            <PasswordField field={form.field('confirmPassword')} label="Confirme a senha" autoComplete="new-password" />
          </div>
        </div>
      </fieldset>
      <fieldset className={styles.group}>
        <legend>Seu negócio</legend>
        <div className={styles.pair}>
          <TextField field={form.field('businessName')} label="Nome do negócio" autoComplete="organization" maxLength={MAX_NAME} />
          <SelectField field={form.field('businessType')} label="Tipo do negócio" prompt="Escolha o tipo" options={businessTypes} />
          <AmountField
            field={form.field('monthlyIncome')}
            label="Quanto entra por mês"
            optional={defaults?.prefill.monthlyIncome ? 'da sua análise' : true}
          />
        </div>
      </fieldset>
      {failure && (
        <StatusLine tone="danger" action={isPlanId(plan) ? undefined : <PlansLink />}>
          {failure}
        </StatusLine>
      )}
      <Button type="submit" variant="signal" size="lg" block busy={form.busy}>
        {form.busy ? 'Processando...' : 'Criar conta e ir para o pagamento'}
      </Button>
      <p className={styles.small}>
        Ao criar a conta você aceita os <a href="/terms">termos</a> e a <a href="/privacy">privacidade</a>.
      </p>
      <p className={styles.small}>
        O pagamento é na página da Stripe. Mudou de ideia? <a href="/plans">Troque o plano</a>.
      </p>
      {/* Last, so that nothing moves when it opens by itself. */}
      <details className={styles.optional} open={isAnalysed}>
        <summary>
          <span>{isAnalysed ? 'Da sua análise' : 'Conte mais'} (opcional)</span>
          <IconChevronDown size={20} stroke={1.75} aria-hidden />
        </summary>
        <ChoiceChips
          legend="O que mais atrapalha"
          name="mainDifficulties"
          options={difficulties}
          choose="many"
          chosen={chosen.value}
          onChange={chosen.onChange}
        />
      </details>
    </form>
  )
}

function PlansLink() {
  return (
    <ButtonLink to="/plans" variant="line" size="sm">
      Ver os planos
    </ButtonLink>
  )
}

const TAKEN_TEXT = 'Este email já está cadastrado. Tente fazer login ou use outro email.'
const FAILED_TEXT = 'Erro ao criar conta. Verifique se o email já não está em uso.'
const NO_TOKEN_TEXT = 'Erro de autenticação. Tente fazer login novamente.'

/** Places the reasons of a failed registration at their fields or above the button. */
function refusalText(failure: unknown): { fields: FieldErrors; text: string } {
  if (!(failure instanceof ApiError) || failure.code === 'INTERNAL') return { fields: {}, text: FAILED_TEXT }
  if (failure.status === 409 || failure.message.includes('Email já está em uso'))
    return { fields: { email: [TAKEN_TEXT] }, text: TAKEN_TEXT }
  return { fields: failure.fields ?? {}, text: failure.message }
}
