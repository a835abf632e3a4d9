import { useRef } from 'react'
import type { CalendarMonth } from '@prumo/shared/calendar'
import { closingTexts, MAX_REASON, MIN_REASON } from '@prumo/shared/closing-rules'
import { normaliseText } from '@prumo/shared/text-form'
import { useAccount } from '../../data/account'
import { reopenMonth } from '../../data/month-commands'
import { useDraft } from '../../data/use-draft'
import { useForm } from '../../lib/form'
import { draftName } from '../../lib/form-address'
import { useToday } from '../../lib/use-today'
import { Button } from '../../ui/button'
import { DraftOffer } from '../../ui/draft-offer'
import { TextArea } from '../../ui/field/text-area'
import { Sheet } from '../../ui/overlay/sheet'
import { shortMonth } from './closing-texts'
import styles from './closing-page.module.css'

interface ReopenSheetProps {
  open: boolean
  month: CalendarMonth
  onClose: () => void
}

/** Asks why a month is reopened. The safe answer comes first. */
export function ReopenSheet({ open, month, onClose }: ReopenSheetProps) {
  const name = shortMonth(month, useToday())
  return (
    <Sheet isHistoryEntry open={open} onClose={onClose} title={`Reabrir ${name}?`}>
      {open && <ReopenForm month={month} name={name} onClose={onClose} />}
    </Sheet>
  )
}

function ReopenForm({ month, name, onClose }: Omit<ReopenSheetProps, 'open'> & { name: string }) {
  const { outbox } = useAccount()
  const form = useForm({ reason: '' }, { reason: reasonProblem })
  const typed = useDraft(draftName('month', month), form)
  // Guards against a second tap while the sheet closes.
  const isSaved = useRef(false)

  function reopen({ reason }: { reason: string }): void {
    if (isSaved.current) return
    isSaved.current = true
    typed.remove()
    void outbox.enqueue(reopenMonth(month, normaliseText(reason)))
    onClose()
  }

  return (
    <form noValidate className={styles.reopen} onSubmit={(event) => void form.submit(reopen)(event)}>
      <p>O que é de {name} volta a poder mudar. Quem já recebeu este mês fechado precisa saber que haverá outro.</p>
      <DraftOffer offer={typed.offer} />
      <TextArea field={form.field('reason')} label="Motivo" rows={2} maxLength={MAX_REASON} placeholder="Faltou uma nota" />
      <p className={styles.hint}>Fica no histórico, com o que mudar até fechar de novo.</p>
      <Button size="lg" block onClick={onClose}>
        Manter fechado
      </Button>
      <Button type="submit" variant="plain" block>
        Reabrir {name}
      </Button>
    </form>
  )
}

export function reasonProblem(reason: string): string | null {
  const length = Array.from(normaliseText(reason)).length
  if (length === 0) return closingTexts.reasonMissing
  return length < MIN_REASON ? closingTexts.reasonShort : null
}
