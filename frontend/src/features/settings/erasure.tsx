import { useState } from 'react'
import { lazyPart } from '../../ui/lazy-part'
import styles from './data-tab.module.css'
import { Section } from './section'

const ErasureDialog = lazyPart(() => import('./erasure-dialog'), { what: 'a pergunta' })

/** The erasure of the account. The dialog explains it before it asks for the password. */
export function Erasure() {
  const [isOpen, setOpen] = useState(false)
  return (
    <Section title="Encerrar a conta">
      <p>Termina a assinatura na hora e torna seus dados ilegíveis para sempre.</p>
      <button type="button" className={styles.end} onClick={() => setOpen(true)}>
        Encerrar a conta
      </button>
      <ErasureDialog isRequested={isOpen} onDismissFailure={() => setOpen(false)} open={isOpen} onClose={() => setOpen(false)} />
    </Section>
  )
}
