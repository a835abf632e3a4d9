import { createContext, useContext, useEffect } from 'react'
import type { TransactionType } from '@prumo/shared/transaction-rules'
import { holdReload } from './reload-holds'

/** A summary of a form's unsaved input, for the dialog that asks before it is lost. */
export interface UnsavedSummary {
  /** Such as a description; empty if there is none yet. */
  subject: string
  /** The amount; null if none was typed. */
  centavos?: number | null
  /** Whether the amount comes in or goes out. */
  type?: TransactionType
  /** Such as the category; `beside`, such as the day, is shown at the other end. */
  about?: string
  beside?: string
  /** Replaces the question about leaving without saving. */
  question?: LeavingPrompt
}

/** A question before something is lost, with its safe answer and the other one. */
export interface LeavingPrompt {
  title: string
  text: string
  stay: string
  leave: string
}

/** Reports unsaved input to the surrounding sheet or screen; null once all is saved. */
export const UnsavedContext = createContext<(unsaved: UnsavedSummary | null) => void>(() => undefined)

/** Reports what leaving the form would lose, and holds automatic reloads meanwhile. */
export function useUnsavedReport(isUnsaved: boolean, { subject, centavos = null, type, about = '', beside = '' }: UnsavedSummary): void {
  const report = useContext(UnsavedContext)
  useEffect(() => {
    report(isUnsaved ? { subject, centavos, ...(type && { type }), about, beside } : null)
  }, [report, isUnsaved, subject, centavos, type, about, beside])
  useEffect(() => () => report(null), [report])
  useEffect(() => (isUnsaved ? holdReload('lost') : undefined), [isUnsaved])
}
