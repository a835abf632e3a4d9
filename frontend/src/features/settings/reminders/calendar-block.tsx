import { useId, useRef, useState } from 'react'
import { IconCopy } from '@tabler/icons-react'
import { useAccount } from '../../../data/account'
import { useOffline } from '../../../data/connection'
import { refusalOf } from '../../../data/refusal'
import { createCalendar, removeCalendar } from '../../../data/reminders'
import { Button } from '../../../ui/button'
import { Dialog } from '../../../ui/overlay/dialog'
import { StatusLine } from '../../../ui/status-line'
import { Block } from './block'
import { momentText } from './reminder-texts'
import styles from './reminders.module.css'

type CalendarChange = 'replace' | 'remove'

const questions = {
  replace: {
    title: 'Trocar o endereço?',
    text: 'O endereço de agora para de funcionar na hora. Os calendários que usam ele deixam de receber os vencimentos, até você colar o novo em cada um.',
    confirm: 'Trocar o endereço',
    busy: 'Trocando…',
  },
  remove: {
    title: 'Desligar o calendário?',
    text: 'O endereço para de funcionar na hora. Os calendários que usam ele deixam de receber os vencimentos.',
    confirm: 'Desligar o calendário',
    busy: 'Desligando…',
  },
} as const

/** The secret address of the calendar: made, shown once, replaced after a question, removed. */
export function CalendarBlock({ createdAt }: { createdAt: string | null }) {
  const account = useAccount()
  const isOffline = useOffline()
  const heading = useRef<HTMLHeadingElement>(null)
  const [url, setUrl] = useState<string | null>(null)
  const [question, setQuestion] = useState<CalendarChange | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const hasAddress = createdAt !== null || url !== null

  async function run(work: () => Promise<string | null>): Promise<void> {
    setBusy(true)
    setFailure(null)
    try {
      setUrl(await work())
      setQuestion(null)
      // The button that was used is gone.
      heading.current?.focus()
    } catch (refused) {
      setFailure(refusalOf(refused).text)
    } finally {
      setBusy(false)
    }
  }

  const works: Record<CalendarChange, () => Promise<string | null>> = {
    replace: () => createCalendar(account),
    remove: () => removeCalendar(account).then(() => null),
  }

  return (
    <Block title="Calendário" headingRef={heading}>
      <p className={styles.quiet}>
        Vencimentos e obrigações no Google, na Apple ou no Outlook, sem valores. Quem tiver o endereço vê a sua agenda.
      </p>
      {url !== null && <Address url={url} />}
      {url === null && createdAt !== null && (
        <p className={styles.quiet}>Endereço criado em {momentText(createdAt)}. Ele só aparece quando é criado.</p>
      )}
      {hasAddress ? (
        <p className={styles.changes}>
          <button type="button" disabled={isOffline} onClick={() => setQuestion('replace')}>
            Trocar o endereço
          </button>
          <button type="button" disabled={isOffline} onClick={() => setQuestion('remove')}>
            Desligar o calendário
          </button>
          <small>Nos dois, o antigo para de funcionar.</small>
        </p>
      ) : (
        <Button variant="line" busy={isBusy} disabled={isOffline} onClick={() => void run(works.replace)}>
          {isBusy ? 'Criando…' : 'Criar o endereço'}
        </Button>
      )}
      {failure && question === null && <StatusLine tone="danger">{failure}</StatusLine>}
      <Dialog
        open={question !== null}
        onClose={() => (setQuestion(null), setFailure(null))}
        title={question ? questions[question].title : ''}
        actions={
          question && (
            <>
              <Button variant="losing" busy={isBusy} onClick={() => void run(works[question])}>
                {isBusy ? questions[question].busy : questions[question].confirm}
              </Button>
              <Button data-autofocus onClick={() => setQuestion(null)}>
                Manter o de agora
              </Button>
            </>
          )
        }
      >
        <p>{question && questions[question].text}</p>
        {failure && <StatusLine tone="danger">{failure}</StatusLine>}
      </Dialog>
    </Block>
  )
}

/** The address, which is shown this once. */
function Address({ url }: { url: string }) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [isCopied, setCopied] = useState(false)

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(url)
      setCopied(true)
    } catch {
      // Without the permission, the person copies the selected text.
      field.current?.select()
    }
  }

  return (
    <>
      <div className={styles.address}>
        <input
          ref={field}
          readOnly
          value={url}
          aria-label="Endereço do calendário"
          aria-describedby={id}
          onFocus={(event) => event.target.select()}
        />
        <Button variant="line" icon={<IconCopy size={20} stroke={1.75} aria-hidden />} onClick={() => void copy()}>
          Copiar
        </Button>
      </div>
      <p id={id} className={styles.small}>
        Copie agora: ele não aparece de novo. No Google, cole em “Adicionar agenda”, “Do URL”.
      </p>
      {isCopied && <StatusLine tone="success">Endereço copiado.</StatusLine>}
    </>
  )
}
