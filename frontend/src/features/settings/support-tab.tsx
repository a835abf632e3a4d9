import { CONTACT_EMAIL } from '@prumo/shared/contact-rules'
import { APP_VERSION, SUPPORT_HOURS } from './about'
import { Fact, Facts } from './facts'
import { Section } from './section'

/** The support: contact, hours and guarantees. */
export default function SupportTab() {
  return (
    <Section title="Fale com a gente">
      <Facts>
        <Fact label="Atendimento">{SUPPORT_HOURS}</Fact>
        <Fact label="Resposta">Emails respondidos em até 24 horas</Fact>
        <Fact label="Mensagem">
          <a href="/contact">Contato e perguntas frequentes</a>
        </Fact>
        <Fact label="Email">
          <a href={`mailto:${CONTACT_EMAIL}`}>{CONTACT_EMAIL}</a>
        </Fact>
        <Fact label="Privacidade">
          <a href="/privacy">Política de privacidade</a>
        </Fact>
        <Fact label="Termos">
          <a href="/terms">Termos de uso</a>
        </Fact>
        <Fact label="Versão">{APP_VERSION}</Fact>
      </Facts>
    </Section>
  )
}
