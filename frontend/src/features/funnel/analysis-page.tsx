import { useEffect, useRef, useState, type FormEvent } from 'react'
import { IconArrowLeft } from '@tabler/icons-react'
import {
  ANALYSIS_STEPS,
  answerReserve,
  isAnswered,
  noAnswers,
  pressProblem,
  type AnalysisAnswers,
  type MainProblem,
} from '@prumo/shared/analysis'
import { useBrowserValue } from '../../lib/browser-value'
import { usePageNavigate } from '../../lib/page-navigate'
import { Button } from '../../ui/button'
import { FieldError } from '../../ui/field/field-frame'
import { IconButton } from '../../ui/icon-button'
import { AnalysisOptions } from './analysis-options'
import { questions, type AnalysisQuestion } from './analysis-questions'
import { AnalysisProgress } from './analysis-progress'
import { writeAnalysisAnswers, writeAnalysisDraft, readAnalysisDraft, type AnalysisDraft } from './analysis-storage'
import styles from './analysis-page.module.css'

const UNANSWERED = 'Escolha uma opção para continuar.'

const blank: AnalysisDraft = { step: 1, answers: noAnswers }

/** Seven questions, one a screen. Each is a history entry, so that Back leads to the previous one. */
export function Component() {
  const visit = usePageNavigate()
  const storedDraft = useBrowserValue(readAnalysisDraft, null)
  const [changed, setChanged] = useState<AnalysisDraft | null>(null)
  const { step, answers } = changed ?? storedDraft ?? blank
  const [isMissing, setMissing] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const form = useRef<HTMLFormElement>(null)
  const question = questions[step - 1] as AnalysisQuestion
  const isLast = step === ANALYSIS_STEPS

  useEffect(() => {
    if (changed) writeAnalysisDraft(changed)
  }, [changed])

  useEffect(() => {
    const follow = ({ state }: PopStateEvent) => showStep((state as { step?: number } | null)?.step ?? 1)
    window.addEventListener('popstate', follow)
    return () => window.removeEventListener('popstate', follow)
  })

  function showStep(next: number): void {
    setChanged({ step: next, answers })
    setMissing(false)
    // Wait for the next frame, which renders the question.
    requestAnimationFrame(() => {
      window.scrollTo(0, 0)
      heading.current?.focus({ preventScroll: true })
    })
  }

  function go(next: number): void {
    // An entry that was opened by its URL has no step yet: add it before leaving.
    window.history.replaceState({ step }, '')
    window.history.pushState({ step: next }, '')
    showStep(next)
  }

  function answer(next: AnalysisAnswers): void {
    setChanged({ step, answers: next })
    setMissing(false)
  }

  function choose(value: string): void {
    answer(withChoice(answers, question, value))
  }

  function back(): void {
    if (step > 1) go(step - 1)
  }

  function proceed(event?: FormEvent): void {
    event?.preventDefault()
    if (!isAnswered(step, answers)) return setMissing(true)
    if (!isLast) return go(step + 1)
    writeAnalysisAnswers(answers)
    visit('/analysis-result')
  }

  useKeys({
    choose: (index) => choose(question.options[index]?.value ?? ''),
    count: question.options.length,
    proceed: () => form.current?.requestSubmit(),
    back,
  })

  return (
    <main className={styles.screen} data-ready={storedDraft !== null}>
      <header className={styles.top}>
        <IconButton
          label="Pergunta anterior"
          icon={<IconArrowLeft size={22} stroke={1.75} aria-hidden />}
          onClick={back}
          disabled={step === 1}
        />
        <a href="/">Sair da análise</a>
      </header>
      <div className={styles.body}>
        <AnalysisProgress step={step} steps={ANALYSIS_STEPS} />
        <form ref={form} noValidate onSubmit={proceed}>
          <p className={styles.count}>
            Pergunta {step} de {ANALYSIS_STEPS}
          </p>
          <h1 ref={heading} tabIndex={-1} id="pergunta">
            {question.text}
          </h1>
          {question.hint && <p className={styles.hint}>{question.hint}</p>}
          <AnalysisOptions
            key={step}
            question={question}
            answers={answers}
            invalid={isMissing}
            onChoose={choose}
            onReserve={(reserveAmount) => answer({ ...answers, reserveAmount })}
          />
          <div role="alert">
            <FieldError id="pergunta-erro" text={isMissing ? UNANSWERED : null} />
          </div>
          {question.skippable && (
            <Button variant="quiet" className={styles.skip ?? ''} onClick={() => go(step + 1)}>
              Prefiro não informar agora
            </Button>
          )}
          <Button type="submit" size="lg" block className={styles.next ?? ''}>
            {isLast ? 'Ver Minha Análise' : 'Continuar'}
          </Button>
        </form>
      </div>
    </main>
  )
}

function withChoice(answers: AnalysisAnswers, { answer: name }: AnalysisQuestion, value: string): AnalysisAnswers {
  if (name === 'mainProblems') return { ...answers, mainProblems: pressProblem(answers.mainProblems, value as MainProblem) }
  if (name === 'hasReserve') return answerReserve(answers, value === 'true')
  return { ...answers, [name]: value }
}

interface AnalysisKeys {
  /** Takes the index of the option, from 0. */
  choose: (index: number) => void
  count: number
  proceed: () => void
  back: () => void
}

/** Number keys choose, Enter proceeds, Escape goes back. Number keys are ignored in text fields. */
function useKeys({ choose, count, proceed, back }: AnalysisKeys): void {
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return
      const isTyping = event.target instanceof HTMLInputElement && event.target.type === 'text'
      if (event.key === 'Escape') back()
      // Forms and buttons handle Enter themselves.
      else if (event.key === 'Enter' && !(event.target instanceof Element && event.target.closest('a, button, input'))) proceed()
      else if (!isTyping && /^[1-9]$/.test(event.key) && Number(event.key) <= count) choose(Number(event.key) - 1)
    }
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  })
}
