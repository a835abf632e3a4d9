import { IconKey, IconX } from '@tabler/icons-react'
import { ButtonLink } from '../../ui/button'
import { IconButton } from '../../ui/icon-button'
import styles from './install-row.module.css'

/** Offers to sign in without a password next time. */
export default function PasskeyRow({ onAnswer }: { onAnswer: () => void }) {
  return (
    <section className={styles.row} aria-label="Chave de acesso">
      <IconKey size={20} stroke={1.75} aria-hidden />
      <p>
        <b>Entre sem digitar a senha.</b> Uma chave de acesso usa a digital, o rosto ou o código deste aparelho.
      </p>
      <ButtonLink to="/dashboard/settings?aba=conta#chaves" variant="line" size="sm" onClick={onAnswer}>
        Criar chave
      </ButtonLink>
      <IconButton
        label="Agora não"
        icon={<IconX size={20} stroke={1.75} aria-hidden />}
        onClick={() => {
          onAnswer()
          // The focused button is gone: move the focus to the heading.
          document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
        }}
      />
    </section>
  )
}
