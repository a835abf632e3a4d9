import { createContext, useContext, useEffect } from 'react'
import type { TransactionType } from '@prumo/shared/transaction-rules'
import { holdReload } from './reload-holds'

/** Unsaved input of an open form, as the dialog shows it before it would be lost. */
export interface UnsavedSummary {
  /** Such as a description; empty while there is none. */
  subject: string
  /** The money in it; null while what was typed is none. */
  centavos?: number | null
  /** Where that comes in or goes out. */
  type?: TransactionType
  /** Such as the category, and at the other end such as the day. */
  about?: string
  beside?: string
  /** What is asked, where that is not whether to leave without saving. */
  question?: LeavingPrompt
}

/** A question before something is lost, its safe answer and the other. */
export interface LeavingPrompt {
  title: string
  text: string
  stay: string
  leave: string
}

/** Reports unsaved input to what surrounds the form, such as its sheet; null once all is saved. */
export const UnsavedContext = createContext<(unsaved: UnsavedSummary | null) => void>(() => undefined)

/** Reports what leaving the form would lose, and holds automatic reloads while there is something. */
export function useUnsavedReport(isUnsaved: boolean, { subject, centavos = null, type, about = '', beside = '' }: UnsavedSummary): void {
  const report = useContext(UnsavedContext)
  useEffect(() => {
    report(isUnsaved ? { subject, centavos, ...(type && { type }), about, beside } : null)
  }, [report, isUnsaved, subject, centavos, type, about, beside])
  useEffect(() => () => report(null), [report])
  useEffect(() => (isUnsaved ? holdReload('lost') : undefined), [isUnsaved])
}
