import { useEffect, useRef, useState } from 'react'
import { CONTACT_EMAIL, contactSubjects, contactTexts as texts, type ContactSubject } from '@prumo/shared/contact-rules'
import { isEmail, normaliseEmail } from '@prumo/shared/email'
import { MAX_EMAIL, MAX_MESSAGE, MAX_NAME } from '@prumo/shared/limits'
import { normaliseText } from '@prumo/shared/text-form'
import { useForm } from '../../lib/form'
import { Button } from '../../ui/button'
import { PublicFrame } from '../../ui/public-frame'
import { FaqList } from '../../ui/faq-list'
import { SelectField } from '../../ui/field/select-field'
import { TextArea } from '../../ui/field/text-area'
import { StatusLine } from '../../ui/status-line'
import { TextField } from '../../ui/field/text-field'
import { sendMessage } from './contact.api'
import styles from './contact-page.module.css'

const questions = [
  { question: 'Em quanto tempo vocês respondem?', answer: 'Emails são respondidos em até 24 horas, de segunda a sexta, das 9h às 18h.' },
  {
    question: 'Como peço meu dinheiro de volta?',
    answer: 'Nos 7 dias depois da compra, escreva daqui com o email da sua conta. Devolvemos tudo, sem perguntar o motivo.',
  },
  {
    question: 'Como cancelo a assinatura?',
    answer: 'Em Configurações, na aba Assinatura, sem multa. O acesso segue até o fim do período pago.',
  },
  {
    question: 'Esqueci minha senha.',
    answer: 'Na tela de entrada, toque em “Esqueci minha senha”. O link chega por email e vale por 1 hora.',
  },
  { question: 'Lancei algo errado. E agora?', answer: 'Abra o lançamento e corrija. Se excluiu sem querer, use Desfazer ou o Histórico.' },
  {
    question: 'O que acontece com meus dados se eu sair?',
    answer: 'Você pode exportar tudo em arquivo. Ao encerrar a conta, seus dados pessoais ficam ilegíveis para sempre.',
  },
]

const blank = { name: '', email: '', subject: '' as ContactSubject | '', message: '', website: '' }

const rules = {
  name: (typed: string) => (normaliseText(typed) === '' ? texts.nameMissing : null),
  email: (typed: string) => (typed.trim() === '' ? texts.emailMissing : isEmail(normaliseEmail(typed)) ? null : texts.emailInvalid),
  subject: (chosen: string) => (chosen === '' ? texts.subjectMissing : null),
  message: (typed: string) => (normaliseText(typed) === '' ? texts.messageMissing : null),
}

export function Component() {
  const [isSent, setSent] = useState(false)
  return (
    <PublicFrame>
      <div className={styles.page}>
        <div>
          <h1>Fale com a gente</h1>
          <p className={styles.lead}>
            Dúvida, problema ou ideia: escreva por aqui ou para <a href={`mailto:${CONTACT_EMAIL}`}>{CONTACT_EMAIL}</a>. Respondemos em até
            24 horas, de segunda a sexta.
          </p>
          {isSent ? <Sent onAgain={() => setSent(false)} /> : <MessageForm onSent={() => setSent(true)} />}
        </div>
        <section>
          <h2>Perguntas frequentes</h2>
          <FaqList questions={questions} />
        </section>
      </div>
    </PublicFrame>
  )
}

function MessageForm({ onSent }: { onSent: () => void }) {
  const [failed, setFailed] = useState(false)
  const form = useForm(blank, rules)
  const trap = form.field('website')

  const submit = form.submit(async ({ subject, ...typed }) => {
    if (subject === '') return
    setFailed(false)
    try {
      await sendMessage({ ...typed, subject })
      onSent()
    } catch {
      setFailed(true)
    }
  })

  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <div className={styles.pair}>
        <TextField field={form.field('name')} label="Nome" autoComplete="name" autoCapitalize="words" maxLength={MAX_NAME} />
        <TextField
          field={form.field('email')}
          label="Email"
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          maxLength={MAX_EMAIL}
        />
      </div>
      <SelectField
        field={form.field('subject')}
        label="Assunto"
        prompt="Escolha o assunto"
        options={Object.keys(contactSubjects) as ContactSubject[]}
        labels={contactSubjects}
      />
      <TextArea field={form.field('message')} label="Mensagem" rows={6} maxLength={MAX_MESSAGE} />
      {/* A honeypot: robots fill in every field. */}
      <label className={styles.trap} aria-hidden="true">
        Site
        <input name="website" tabIndex={-1} autoComplete="off" value={trap.value} onChange={(event) => trap.onChange(event.target.value)} />
      </label>
      {failed && <StatusLine tone="danger">{texts.failed}</StatusLine>}
      <Button type="submit" size="lg" busy={form.busy}>
        {form.busy ? 'Enviando…' : 'Enviar mensagem'}
      </Button>
    </form>
  )
}

function Sent({ onAgain }: { onAgain: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className={styles.sent}>
      <h2 ref={heading} tabIndex={-1}>
        Mensagem Enviada!
      </h2>
      <p>Ela já está com a gente. A resposta chega no email que você informou, em até 24 horas.</p>
      <Button variant="line" onClick={onAgain}>
        Enviar outra mensagem
      </Button>
    </div>
  )
}
