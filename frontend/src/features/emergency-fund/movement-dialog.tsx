import { useRef } from 'react'
import { MAX_TITLE } from '@prumo/shared/limits'
import { formatCentavos } from '@prumo/shared/money'
import type { MovementDraft } from '../../data/emergency-fund-commands'
import { useDraft } from '../../data/use-draft'
import { submitByKey, useForm } from '../../lib/form'
import { draftName } from '../../lib/form-address'
import { AmountField, OfferedAmount } from '../../ui/field/amount-field'
import { Button } from '../../ui/button'
import { DraftOffer } from '../../ui/draft-offer'
import { Dialog } from '../../ui/overlay/dialog'
import { TextField } from '../../ui/field/text-field'
import type { OpenMovement } from './movement-address'
import { movementDraftOf, emptyMovement, movementRules, valuesOfDraft, type MovementValues } from './movement-rules'
import styles from './movement-dialog.module.css'

interface MovementDialogProps extends Pick<MovementFormProps, 'balance' | 'missing' | 'note' | 'onMove'> {
  /** The open movement; after that the last one, until the dialog has faded out. */
  movement: OpenMovement
  /** Counts the openings, to start each with a new form. */
  opening: number
  open: boolean
  onClose: () => void
}

const FORM_ID = 'movement-form'
const words = {
  deposit: { title: 'Adicionar à reserva', send: 'Adicionar' },
  withdrawal: { title: 'Retirar da reserva', send: 'Retirar' },
}

/** Asks for the amount of a deposit or a withdrawal. */
export default function MovementDialog({ movement: { kind, draft, replaces }, opening, open, onClose, ...form }: MovementDialogProps) {
  const { title, send } = words[kind]
  return (
    <Dialog
      isHistoryEntry
      open={open}
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button variant="line" onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit" form={FORM_ID}>
            {send}
          </Button>
        </>
      }
    >
      <MovementForm
        key={opening}
        id={FORM_ID}
        name={draftName('movement', kind, replaces)}
        kind={kind}
        initial={draft ? valuesOfDraft(draft) : emptyMovement}
        {...form}
      />
    </Dialog>
  )
}

interface MovementFormProps {
  /** The name of the draft on this device. */
  name: string
  /** Lets the button outside the form submit it. */
  id: string
  kind: MovementDraft['kind']
  initial: MovementValues
  /** The amount in the fund and the amount missing when the dialog opened, in centavos. */
  balance: number
  missing: number
  /** Says how the movement changes the target; null if it does not. */
  note: string | null
  onMove: (draft: MovementDraft) => void
}

/** The amount and description of a movement. */
function MovementForm({ id, name, kind, initial, balance, missing, note, onMove }: MovementFormProps) {
  const form = useForm<MovementValues>(initial, movementRules(kind, balance))
  const draft = useDraft(name, form)
  const amount = form.field('amount')
  const offer = kind === 'deposit' ? { label: 'Tudo o que falta', centavos: missing } : { label: 'Tudo', centavos: balance }
  // Guards against a second tap while the dialog closes.
  const isSaved = useRef(false)

  function save(valid: MovementValues): void {
    if (isSaved.current) return
    isSaved.current = true
    draft.remove()
    onMove(movementDraftOf(kind, valid))
  }

  return (
    <form
      id={id}
      noValidate
      onSubmit={(event) => void form.submit(save)(event)}
      onKeyDown={(event) => submitByKey(event, form.submit(save))}
    >
      <DraftOffer offer={draft.offer} />
      <p>Na reserva: {formatCentavos(balance)}</p>
      {note && <p>{note}</p>}
      <div className={styles.fields}>
        <AmountField field={amount} label="Valor" large autoFocus />
        {offer.centavos > 0 && <OfferedAmount {...offer} field={amount} formId={id} />}
        <TextField field={form.field('description')} label="Descrição" optional maxLength={MAX_TITLE} autoComplete="off" />
      </div>
    </form>
  )
}
