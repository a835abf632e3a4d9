import { useState } from 'react'
import { normaliseEmail } from '@prumo/shared/email'
import { formatLastDay, guestScope, guestTexts } from '@prumo/shared/guest-texts'
import type { Grant } from '@prumo/shared/guests'
import { MAX_EMAIL, MAX_NAME } from '@prumo/shared/limits'
import { normaliseText } from '@prumo/shared/text-form'
import { isCalendarDate } from '@prumo/shared/calendar'
import { inviteGuest } from '../../../data/access'
import { useAccount } from '../../../data/account'
import { useOffline } from '../../../data/connection'
import { refusalOf } from '../../../data/refusal'
import { useDraft } from '../../../data/use-draft'
import { useForm } from '../../../lib/form'
import { checkEmail } from '../../../lib/identity-rules'
import { useUser } from '../../../lib/session'
import { useToday } from '../../../lib/use-today'
import { Button } from '../../../ui/button'
import { DraftOffer } from '../../../ui/draft-offer'
import { ChoiceChips } from '../../../ui/field/choice-chips'
import { DateField } from '../../../ui/field/date-field'
import { TextField } from '../../../ui/field/text-field'
import { Sheet } from '../../../ui/overlay/sheet'
import { StatusLine } from '../../../ui/status-line'
import styles from './access.module.css'
import { yearEnd, yearLater } from './access-texts'

const ONE_YEAR = '1 ano'
const OTHER_DAY = 'Outra data'
const HAS_ACCESS = 'Esta pessoa já pode ver. Para mudar a data, encerre o acesso antes.'

interface InvitationSheetProps {
  open: boolean
  /** Of someone who is invited again; else empty. */
  name: string
  others: readonly Grant[]
  /** From `useConfirmation`: runs the call, if need be after the person confirmed their identity. */
  confirmed: (call: () => Promise<void>) => Promise<boolean>
  onClose: () => void
  onInvited: (email: string) => void
}

/** Invites someone to look into the account, always until a day. */
export default function InvitationSheet({ open, name, others, confirmed, onClose, onInvited }: InvitationSheetProps) {
  const account = useAccount()
  const { email: own } = useUser()
  const now = useToday()
  const isOffline = useOffline()
  const [problem, setProblem] = useState<string | null>(null)
  const days = { [formatLastDay(yearEnd(now))]: yearEnd(now), [ONE_YEAR]: yearLater(now) }
  const options = [...Object.keys(days), OTHER_DAY]
  const [chosen, setChosen] = useState(options[0] ?? OTHER_DAY)
  const form = useForm(
    { email: '', name, until: '' },
    {
      email: (typed) => {
        const address = normaliseEmail(typed)
        if (address === own) return guestTexts.ownEmail
        return checkEmail(typed) ?? (others.some(({ email }) => email === address) ? HAS_ACCESS : null)
      },
      name: (typed) => (normaliseText(typed) === '' ? guestTexts.nameMissing : null),
      until: (typed) => {
        if (chosen !== OTHER_DAY) return null
        return isCalendarDate(typed) ? (typed < now ? guestTexts.untilPast : null) : 'Escolha uma data'
      },
    },
  )
  const draft = useDraft('access', form)

  const submit = form.submit(async (values) => {
    if (isOffline) return
    setProblem(null)
    const details = {
      email: normaliseEmail(values.email),
      name: normaliseText(values.name),
      until: days[chosen] ?? values.until,
    }
    try {
      if (!(await confirmed(() => inviteGuest(account, details)))) return
      draft.remove()
      onInvited(details.email)
    } catch (failure) {
      const { fields, text } = refusalOf(failure)
      if (!form.reject(fields)) setProblem(text)
    }
  })

  return (
    <Sheet open={open} onClose={onClose} title="Convidar para ver">
      <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
        <DraftOffer offer={draft.offer} />
        <TextField
          field={form.field('email')}
          label="Email"
          type="email"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          maxLength={MAX_EMAIL}
          autoFocus
        />
        <TextField field={form.field('name')} label="Nome" hint="Como aparece para você." maxLength={MAX_NAME} autoComplete="off" />
        <div className={styles.sees}>
          <h3>O que pode ver</h3>
          <ul>
            {guestScope.map((part) => (
              <li key={part}>{part}</li>
            ))}
          </ul>
        </div>
        <ChoiceChips
          legend="Até"
          name="ate"
          options={options}
          choose="one"
          chosen={[chosen]}
          onChange={([option]) => setChosen(option ?? OTHER_DAY)}
        />
        {chosen === OTHER_DAY && <DateField field={form.field('until')} label="Último dia" direction="next" />}
        <p className={styles.fine}>Só vê: não lança, não muda, não apaga. Cada entrada pede um link novo, enviado a este email.</p>
        {isOffline && <p className={styles.fine}>Precisa de internet para enviar o convite.</p>}
        {problem && <StatusLine tone="danger">{problem}</StatusLine>}
        <Button type="submit" variant="signal" size="lg" block disabled={isOffline} busy={form.busy}>
          {form.busy ? 'Enviando…' : 'Enviar convite'}
        </Button>
      </form>
    </Sheet>
  )
}
