import { useEffect, useRef, useState } from 'react'
import type { EmergencyFund } from '@prumo/shared/emergency-fund'
import { formatPlainCentavos, parseCentavos } from '@prumo/shared/money'
import { useForm, type FieldBinding } from '../../../lib/form'
import { saySame, valuesOf, type TargetValues } from './target-values'

const NOTHING = formatPlainCentavos(0)

/** The form of the target; what was typed stays, what was not follows the fund. */
export function useTargetForm(fund: EmergencyFund | null) {
  const form = useForm<TargetValues>(valuesOf(fund), {})
  const [becameNothing, setBecameNothing] = useState(false)
  const saved = valuesOf(fund)
  const seen = useRef(saved)

  // After every render: what counts as typed is what stands there when the fund changes.
  useEffect(() => {
    if (saySame(saved, seen.current)) return
    if (saySame(form.values, seen.current)) form.reset(saved)
    seen.current = saved
  })

  /** An average that is no amount becomes zero, in sight. */
  function settleAverage(): void {
    if (parseCentavos(form.values.average) !== null) return
    form.field('average').onChange(NOTHING)
    setBecameNothing(true)
  }

  const typed = form.field('average')
  const average: FieldBinding<string> = {
    ...typed,
    onChange: (text) => {
      typed.onChange(text)
      setBecameNothing(false)
    },
    onBlur: settleAverage,
  }
  return { values: form.values, months: form.field('months'), average, becameNothing, settleAverage, isSaved: fund !== null && saySame(form.values, saved), submit: form.submit }
}
