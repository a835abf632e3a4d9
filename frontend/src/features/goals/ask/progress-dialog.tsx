import type { Goal } from '@prumo/shared/goals'
import { Button } from '../../../ui/button/button'
import { Dialog } from '../../../ui/dialog/dialog'
import { ProgressForm } from './progress-form'

interface ProgressDialogProps {
  open: boolean
  goal: Goal
  onAdd: (centavos: number) => void
  onClose: () => void
}

const FORM_ID = 'progress-form'

/** How much was put aside. */
export function ProgressDialog({ open, goal, onAdd, onClose }: ProgressDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Adicionar Progresso"
      actions={
        <>
          <Button variant="line" onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit" form={FORM_ID}>
            Adicionar
          </Button>
        </>
      }
    >
      <ProgressForm id={FORM_ID} goal={goal} onAdd={onAdd} />
    </Dialog>
  )
}
