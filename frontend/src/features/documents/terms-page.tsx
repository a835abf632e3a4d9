import { CONTACT_EMAIL } from '@prumo/shared/contact-rules'
import { formatCentavos } from '@prumo/shared/money'
import { GUARANTEE_DAYS, plans } from '@prumo/shared/plans'
import { TERMS_VERSION, termsInWords } from '@prumo/shared/terms'
import { LegalText, type LegalSection } from './legal-text'

const mail = <a href={`mailto:${CONTACT_EMAIL}`}>{CONTACT_EMAIL}</a>

const sections: LegalSection[] = [
  {
    id: 'servico',
    title: 'O que é o Prumo',
    text: (
      <>
        <p>
          O Prumo é um programa de finanças para quem toca o próprio negócio. Você registra o que entrou e o que saiu, acompanha metas,
          tarefas e reserva de emergência, e lê relatórios feitos com o que registrou.
        </p>
        <p>
          Nestes termos, “nós” é o Prumo e “você” é quem cria a conta. Ao criar uma conta, você declara que leu e aceita estes termos e a{' '}
          <a href="/privacy">política de privacidade</a>. Se não concordar, não crie a conta.
        </p>
      </>
    ),
  },
  {
    id: 'conta',
    title: 'Sua conta',
    text: (
      <ul>
        <li>Você precisa ter 18 anos ou mais e informar dados verdadeiros.</li>
        <li>A conta é pessoal. Guarde a senha e não a compartilhe: o que for feito com ela conta como feito por você.</li>
        <li>Se desconfiar que alguém entrou na sua conta, troque a senha. As outras sessões terminam na hora. E avise a gente.</li>
      </ul>
    ),
  },
  {
    id: 'precos',
    title: 'Planos, preços e renovação',
    text: (
      <>
        <p>O Prumo funciona por assinatura, paga antes de cada período. Os planos dão os mesmos recursos e mudam só no tempo:</p>
        <ul>
          {plans.map(({ id, duration, price }) => (
            <li key={id}>
              {duration}: {formatCentavos(price)}
            </li>
          ))}
        </ul>
        <p>
          A assinatura renova sozinha, pelo mesmo tempo e preço, até você cancelar. Se o preço mudar, avisamos com pelo menos 30 dias de
          antecedência, e o novo valor só vale a partir da renovação seguinte. O pagamento é processado pela Stripe. Nós não recebemos nem
          guardamos o número do seu cartão.
        </p>
        <p>A análise grátis não pede cadastro nem pagamento. Não existe plano gratuito.</p>
      </>
    ),
  },
  {
    id: 'garantia',
    title: `Garantia de ${GUARANTEE_DAYS} dias`,
    text: (
      <p>
        Nos {GUARANTEE_DAYS} dias seguintes à contratação você pode desistir, sem dizer o motivo, e recebe de volta tudo o que pagou. É o
        direito de arrependimento do artigo 49 do Código de Defesa do Consumidor. Escreva para {mail} ou pela página de{' '}
        <a href="/contact">contato</a>, do email da conta. O acesso termina, e o valor volta pelo mesmo meio de pagamento, no prazo da
        operadora do cartão.
      </p>
    ),
  },
  {
    id: 'cancelamento',
    title: 'Cancelamento',
    text: (
      <p>
        Você cancela quando quiser, em Configurações, na aba Assinatura, sem multa. O acesso continua até o fim do período já pago, e nada
        mais é cobrado. Depois disso seus dados ficam guardados, e você pode exportá-los ou voltar a assinar.
      </p>
    ),
  },
  {
    id: 'atraso',
    title: 'Pagamento recusado',
    text: (
      <p>
        Se a cobrança da renovação for recusada, tentamos de novo por alguns dias e mostramos como trocar o cartão. Enquanto o pagamento
        estiver em aberto, as telas do painel ficam fechadas, mas a exportação dos seus dados continua disponível.
      </p>
    ),
  },
  {
    id: 'uso',
    title: 'O que não pode',
    text: (
      <ul>
        <li>Usar o Prumo para algo que a lei proíbe.</li>
        <li>Tentar entrar na conta de outra pessoa, burlar limites ou atrapalhar o funcionamento.</li>
        <li>Revender o acesso ou copiar o programa.</li>
      </ul>
    ),
  },
  {
    id: 'dados',
    title: 'Seus dados são seus',
    text: (
      <p>
        O que você registra pertence a você. Usamos esses dados só para fazer o Prumo funcionar, como explica a{' '}
        <a href="/privacy">política de privacidade</a>. Você pode exportar tudo em arquivo, apagar os registros ou encerrar a conta, nas
        Configurações.
      </p>
    ),
  },
  {
    id: 'comprovantes',
    title: 'Comprovantes',
    text: (
      <ul>
        <li>
          Você pode juntar a cada transação até 10 comprovantes de até 5 MB: fotos, PDFs e notas em XML. Uma conta guarda até 1 GB. Os
          excluídos contam até serem apagados de vez.
        </li>
        <li>Um comprovante excluído pode voltar por 30 dias. Depois, o arquivo é apagado e não volta mais.</li>
        <li>
          O Prumo guarda o arquivo como você enviou e não confere se ele vale para o fisco. Guarde também o documento original pelo prazo
          que a lei pede.
        </li>
      </ul>
    ),
  },
  {
    id: 'lembretes',
    title: 'Lembretes e calendário',
    text: (
      <>
        <p>
          Se você ligar, o Prumo avisa uma vez por dia o que vence: por notificação, por email ou pelo calendário. Tudo começa desligado, e
          você desliga quando quiser.
        </p>
        <ul>
          <li>
            A notificação passa pelo serviço do seu navegador (Google, Mozilla, Apple ou Microsoft), que pode atrasar ou não entregar. Os
            emails também podem atrasar. O vencimento não espera pelo aviso: confira as suas contas no Prumo.
          </li>
          <li>
            O calendário tem um endereço secreto. Quem tiver o endereço vê as descrições e as datas do que vence. Guarde-o como uma senha, e
            troque se desconfiar que outra pessoa o viu.
          </li>
        </ul>
      </>
    ),
  },
  {
    id: 'acesso',
    title: 'Acesso de outras pessoas',
    text: (
      <>
        <p>
          Você pode convidar até cinco pessoas, como a sua contadora, para ver transações, relatórios, comprovantes e folhas do MEI. Elas
          não mudam nada e não precisam de assinatura.
        </p>
        <ul>
          <li>O link vai ao email que você escreveu: confira o endereço. Quem lê esse email vê as suas contas.</li>
          <li>Cada entrada fica no seu histórico. Você encerra o acesso quando quiser, e ele termina com a sua assinatura.</li>
          <li>Quem é convidado usa o que vê só para o que você combinou, e não passa o link adiante.</li>
        </ul>
      </>
    ),
  },
  {
    id: 'limites',
    title: 'O que o Prumo não é',
    text: (
      <p>
        O Prumo faz contas com o que você informa. Ele não acessa sua conta do banco, não emite nota fiscal, não paga nem declara impostos
        por você e não substitui contador, advogado ou consultor financeiro. A análise grátis e as projeções são estimativas, não promessas
        de resultado.
      </p>
    ),
  },
  {
    id: 'suporte',
    title: 'Funcionamento e suporte',
    text: (
      <p>
        Trabalhamos para que o Prumo esteja sempre no ar, mas pode haver paradas para manutenção ou por falhas fora do nosso controle. Seus
        lançamentos feitos sem conexão ficam no aparelho e são enviados depois. O suporte atende de segunda a sexta, das 9h às 18h, e
        responde emails em até 24 horas.
      </p>
    ),
  },
  {
    id: 'responsabilidade',
    title: 'Responsabilidade',
    text: (
      <p>
        Respondemos pelo serviço que prestamos, nos termos do Código de Defesa do Consumidor. Não respondemos por decisões tomadas com base
        em dados informados de forma errada ou incompleta, nem por danos causados por quem usou sua senha porque você a compartilhou. Nada
        nestes termos diminui os direitos que a lei dá a você.
      </p>
    ),
  },
  {
    id: 'encerramento',
    title: 'Encerramento da conta',
    text: (
      <p>
        Você pode encerrar a conta nas Configurações. A assinatura termina na hora, sem devolução do período restante, exceto dentro da
        garantia de {GUARANTEE_DAYS} dias, e seus dados pessoais ficam ilegíveis para sempre. Podemos encerrar uma conta que viole estes
        termos; nesse caso avisamos por email, dizemos o motivo e devolvemos o valor proporcional ao tempo não usado.
      </p>
    ),
  },
  {
    id: 'mudancas',
    title: 'Mudanças nestes termos',
    text: (
      <p>
        Se mudarmos estes termos, avisamos por email e nesta página com pelo menos 30 dias de antecedência. Se você não concordar, pode
        cancelar antes de a mudança valer e receber de volta o valor proporcional ao tempo não usado.
      </p>
    ),
  },
  {
    id: 'lei',
    title: 'Lei e foro',
    text: (
      <p>
        Valem as leis do Brasil. Você pode propor qualquer ação no foro do seu domicílio. Antes disso, fale com a gente: quase tudo se
        resolve por email.
      </p>
    ),
  },
  {
    id: 'contato',
    title: 'Contato',
    text: (
      <p>
        Email: {mail}. Ou use a página de <a href="/contact">contato</a>.
      </p>
    ),
  },
]

export function Component() {
  return (
    <LegalText
      title="Termos de uso"
      date={termsInWords(TERMS_VERSION)}
      lead={<p>O que você pode esperar do Prumo e o que esperamos de você, em português claro.</p>}
      sections={sections}
    />
  )
}
