import { IconCheck } from '@tabler/icons-react'
import type { AnalysisAnswers } from '@prumo/shared/analysis'
import { TextField } from '../../ui/field/text-field'
import type { AnalysisQuestion } from './analysis-questions'
import styles from './analysis-options.module.css'

interface AnalysisOptionsProps {
  question: AnalysisQuestion
  answers: AnalysisAnswers
  invalid: boolean
  onChoose: (value: string) => void
  onReserve: (amount: string) => void
}

/** The options of a question as buttons, each with its key. */
export function AnalysisOptions({ question, answers, invalid, onChoose, onReserve }: AnalysisOptionsProps) {
  const isChosen = (value: string) =>
    question.answer === 'mainProblems'
      ? answers.mainProblems.some((problem) => problem === value)
      : String(answers[question.answer]) === value
  return (
    <div
      className={styles.options}
      role={question.several ? 'group' : 'radiogroup'}
      aria-labelledby="pergunta"
      aria-describedby={invalid ? 'pergunta-erro' : undefined}
    >
      {question.options.map(({ value, label }, index) => (
        <label key={value} className={styles.option}>
          <input
            type={question.several ? 'checkbox' : 'radio'}
            name={question.answer}
            value={value}
            checked={isChosen(value)}
            onChange={() => onChoose(value)}
          />
          <span>{label}</span>
          {isChosen(value) ? (
            <IconCheck size={20} stroke={1.75} aria-hidden />
          ) : (
            <kbd className={styles.key} aria-hidden="true">
              {index + 1}
            </kbd>
          )}
        </label>
      ))}
      {question.answer === 'hasReserve' && answers.hasReserve && (
        <div className={styles.amount}>
          <TextField
            field={{
              name: 'reserveAmount',
              value: answers.reserveAmount,
              error: null,
              onChange: onReserve,
              onBlur: () => undefined,
              ref: () => undefined,
            }}
            label="Quanto, mais ou menos?"
            optional
            autoComplete="off"
            maxLength={60}
          />
        </div>
      )}
    </div>
  )
}
