import { useEffect, useState } from 'react'
import { IconKey, IconX } from '@tabler/icons-react'
import { isPasskeyOffered, quietPasskeyOffer } from '../../lib/passkey-offer'
import { canKeepPasskey } from '../../lib/passkeys'
import { ButtonLink } from '../../ui/button'
import { IconButton } from '../../ui/icon-button'
import styles from './install-row.module.css'

/** Whether a passkey is offered here: the person typed a password, this device can keep a key, and nobody answered yet. */
export function usePasskeyOffer(): { isOffered: boolean; answer: () => void } {
  const [isOffered, setOffered] = useState(false)
  useEffect(() => {
    if (!isPasskeyOffered()) return
    let isGone = false
    void canKeepPasskey().then((can) => !isGone && setOffered(can))
    return () => void (isGone = true)
  }, [])
  return {
    isOffered,
    answer: () => {
      quietPasskeyOffer()
      setOffered(false)
    },
  }
}

/** Offers to come in without a password the next time. */
export function PasskeyRow({ onAnswer }: { onAnswer: () => void }) {
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
          // What had the focus is gone.
          document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
        }}
      />
    </section>
  )
}
