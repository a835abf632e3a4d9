import { Button } from '../../../ui/button/button'
import { Dialog } from '../../../ui/dialog/dialog'
import type { OpenMovement } from './movement-address'
import { MovementForm, type MovementFormProps } from './movement-form'
import { emptyMovement, valuesOfDraft } from './movement-rules'

interface MovementDialogProps extends Pick<MovementFormProps, 'balance' | 'missing' | 'onMove'> {
  /** The one being asked about, or the last one while it closes. */
  movement: OpenMovement
  open: boolean
  onClose: () => void
}

const FORM_ID = 'movement-form'
const words = {
  deposit: { title: 'Adicionar à reserva', send: 'Adicionar' },
  withdrawal: { title: 'Retirar da reserva', send: 'Retirar' },
}

/** How much goes into the fund, or out of it. */
export default function MovementDialog({ movement: { kind, draft }, open, onClose, ...form }: MovementDialogProps) {
  const { title, send } = words[kind]
  return (
    <Dialog
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
      <MovementForm id={FORM_ID} kind={kind} initial={draft ? valuesOfDraft(draft) : emptyMovement} {...form} />
    </Dialog>
  )
}
