import { useState, type ReactNode } from 'react'
import { IconCheck, IconFileImport, IconPlus } from '@tabler/icons-react'
import { IMPORT_SCREEN, TRANSACTIONS_SCREEN } from '../../data/screens'
import { monthlyBillDraft } from '../../data/transaction-commands'
import { firstSteps, type FirstStep } from '../../lib/first-steps'
import { formAddress, type FormLocationState } from '../../lib/form-address'
import { useToday } from '../../lib/use-today'
import { Bob } from '../../ui/bob'
import { ButtonLink } from '../../ui/button'
import frame from './overview-frame.module.css'
import styles from './first-steps-part.module.css'

interface FirstStepsPartProps {
  done: readonly FirstStep[]
  onDismiss: () => void
  /** Asks for today's balance, in its step. */
  question: ReactNode
}

const texts: Readonly<Record<FirstStep, { title: string; detail: string; done: string }>> = {
  statement: {
    title: 'Traga um extrato',
    detail: 'O arquivo do seu banco: OFX, CSV ou Excel. Você confere antes de gravar.',
    done: 'As transações do banco já estão aqui.',
  },
  balance: {
    title: 'Diga o saldo de hoje',
    detail: 'É daqui que se conta o que dá para tirar e o que vai faltar.',
    done: 'O saldo já está informado.',
  },
  recurrence: {
    title: 'Conte o que se repete',
    detail: 'Aluguel, internet, quem ajuda você. O Prumo lembra no dia e pergunta se foi pago.',
    done: 'O que se repete já entra sozinho.',
  },
}

/** Three steps along the line, in any order. The bob hangs at the one that is open, at first the first that is not done. */
export default function FirstStepsPart({ done, onDismiss, question }: FirstStepsPartProps) {
  const [chosen, setChosen] = useState<FirstStep | null>(null)
  const now = useToday()
  const undone = firstSteps.filter((step) => !done.includes(step))
  const open = chosen && undone.includes(chosen) ? chosen : undone[0]
  const controls: Readonly<Record<FirstStep, ReactNode>> = {
    statement: (
      <ButtonLink to={IMPORT_SCREEN} icon={<IconFileImport size={20} stroke={1.75} aria-hidden />}>
        Escolher extrato
      </ButtonLink>
    ),
    balance: question,
    recurrence: (
      <ButtonLink
        to={formAddress(TRANSACTIONS_SCREEN)}
        state={{ draft: monthlyBillDraft(now) } satisfies FormLocationState}
        icon={<IconPlus size={20} stroke={1.75} aria-hidden />}
      >
        Lançar uma conta que se repete
      </ButtonLink>
    ),
  }

  function dismiss(): void {
    onDismiss()
    // The focused button is gone: move the focus to the heading.
    document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
  }

  return (
    <section className={`${frame.section} ${styles.part}`} aria-labelledby="first-steps">
      <div className={styles.heading}>
        <h2 id="first-steps" className="section-title">
          Por onde começar
        </h2>
        <p className={frame.wideOnly}>Três passos, na ordem que quiser. Esta lista some quando os três estiverem feitos.</p>
        <button type="button" className={frame.quiet} onClick={dismiss}>
          Não mostrar mais
        </button>
      </div>
      <ol className={styles.steps}>
        {firstSteps.map((step) => {
          const state = done.includes(step) ? 'done' : step === open ? 'open' : 'undone'
          const { title, detail, done: result } = texts[step]
          return (
            <li key={step} data-state={state}>
              <Mark state={state} />
              <h3>
                {state === 'undone' ? (
                  <button type="button" className={styles.title} onClick={() => setChosen(step)}>
                    {title}
                  </button>
                ) : (
                  title
                )}
                {state === 'done' && <span className="visually-hidden">, feito</span>}
              </h3>
              <p>{state === 'done' ? result : detail}</p>
              {state === 'open' && <div className={styles.control}>{controls[step]}</div>}
            </li>
          )
        })}
      </ol>
    </section>
  )
}

function Mark({ state }: { state: 'done' | 'open' | 'undone' }) {
  return (
    <span className={styles.mark} data-state={state} aria-hidden="true">
      {state === 'done' && <IconCheck size={20} stroke={1.75} />}
      {state === 'open' && (
        <svg viewBox="0 0 32 32" width={30} height={30}>
          <Bob />
        </svg>
      )}
    </span>
  )
}
