import type { MouseEvent } from 'react'
import { Button } from './button'
import styles from './draft-offer.module.css'

const TEXT_FIELD = 'input:not([type=radio], [type=checkbox]), textarea'

interface DraftOfferProps {
  /** Null without earlier input. */
  offer: { resume: () => void; discard: () => void } | null
}

/** Offers to continue with what was typed into the form earlier. Rendered inside the form, whose first field then takes the focus. */
export function DraftOffer({ offer }: DraftOfferProps) {
  if (!offer) return null
  const answer = (choose: () => void) => (event: MouseEvent<HTMLButtonElement>) => {
    choose()
    const { form } = event.currentTarget
    const first = form?.querySelector<HTMLElement>('[data-autofocus]') ?? form?.querySelector<HTMLElement>(TEXT_FIELD)
    first?.focus()
  }
  return (
    <div role="status" className={styles.offer}>
      <p>O que você digitou antes ficou guardado.</p>
      <div className={styles.answers}>
        <Button variant="quiet" size="sm" onClick={answer(offer.resume)}>
          Continuar de onde parou
        </Button>
        <Button variant="quiet" size="sm" onClick={answer(offer.discard)}>
          Começar de novo
        </Button>
      </div>
    </div>
  )
}
