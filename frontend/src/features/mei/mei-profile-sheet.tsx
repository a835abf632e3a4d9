import type { MeiProfileEntity } from '../../data/mei-commands'
import { Button } from '../../ui/button'
import { DraftOffer } from '../../ui/draft-offer'
import { Sheet, SheetFoot } from '../../ui/overlay/sheet'
import { ClosingField, FirstFields, LaterFields } from './mei-fields'
import { useMeiForm, type MeiReview } from './use-mei-form'
import styles from './mei-profile-sheet.module.css'

interface MeiProfileSheetProps {
  open: boolean
  seen: MeiProfileEntity
  /** A refused change to correct. */
  review: MeiReview | null
  onClose: () => void
}

/** Changes what the MEI's figures depend on. */
export default function MeiProfileSheet({ open, seen, review, onClose }: MeiProfileSheetProps) {
  return (
    <Sheet open={open} onClose={onClose} title="Dados do MEI">
      {open && <ProfileForm key={seen.version} seen={seen} review={review} onClose={onClose} />}
    </Sheet>
  )
}

function ProfileForm({ seen, review, onClose }: Omit<MeiProfileSheetProps, 'open'>) {
  const { form, typed, save } = useMeiForm(seen, review, onClose)
  return (
    <form noValidate className={styles.form} onSubmit={(event) => void form.submit(save)(event)}>
      <DraftOffer offer={typed.offer} />
      <FirstFields field={form.field} values={form.values} />
      <LaterFields field={form.field} values={form.values} />
      <ClosingField field={form.field} values={form.values} />
      <SheetFoot main="first">
        <Button type="submit" variant="signal" size="lg" block>
          Salvar
        </Button>
      </SheetFoot>
    </form>
  )
}
