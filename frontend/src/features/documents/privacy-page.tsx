import { CONTACT_EMAIL, PRIVACY_EMAIL } from '@prumo/shared/contact-rules'
import { TERMS_VERSION, termsInWords } from '@prumo/shared/terms'
import { LegalText, type LegalSection } from './legal-text'

const mail = <a href={`mailto:${PRIVACY_EMAIL}`}>{PRIVACY_EMAIL}</a>

const sections: LegalSection[] = [
  {
    id: 'quem',
    title: 'Quem cuida dos seus dados',
    text: (
      <p>
        O Prumo é o controlador dos dados pessoais tratados no serviço, nos termos da Lei Geral de Proteção de Dados (Lei 13.709/2018, a
        LGPD). O encarregado pelo tratamento de dados atende em {mail}.
      </p>
    ),
  },
  {
    id: 'quais',
    title: 'Quais dados tratamos',
    text: (
      <dl>
        <dt>Cadastro</dt>
        <dd>
          Nome, email, senha (guardada só como código irreversível), nome e tipo do negócio e, se você quiser, quanto entra por mês e o que
          mais atrapalha.
        </dd>
        <dt>O que você registra</dt>
        <dd>
          Transações, metas, tarefas, reserva de emergência e o histórico de mudanças. O extrato que você importa é lido no seu aparelho: o
          arquivo não chega até nós, só as linhas que você confere e aceita.
        </dd>
        <dt>Comprovantes</dt>
        <dd>
          As fotos, os PDFs e as notas em XML que você junta a uma transação, com o nome do arquivo. O aplicativo diminui as fotos antes de
          enviar e tira delas o lugar e a hora que a câmera grava. Guardamos tudo cifrado e não lemos o conteúdo.
        </dd>
        <dt>Pagamento</dt>
        <dd>
          Plano, situação e datas da assinatura, bandeira e quatro últimos dígitos do cartão. O número do cartão vai direto para a Stripe e
          nunca passa por nós.
        </dd>
        <dt>Acesso</dt>
        <dd>
          Data, hora, endereço de internet (IP) e nome do aparelho das conexões, como “Chrome no Android”, para segurança e por exigência da
          lei.
        </dd>
        <dt>Lembretes</dt>
        <dd>
          Se você ligar: a hora e o jeito que escolheu, o endereço de notificação de cada navegador, guardado cifrado, e a data da última
          entrega. Do endereço secreto do calendário guardamos só um código irreversível.
        </dd>
        <dt>Acesso de outras pessoas</dt>
        <dd>
          Se você convidar alguém para ver suas contas: o nome e o email que você escreveu, até quando vale, e quando a pessoa entrou, de
          qual aparelho e endereço de internet.
        </dd>
        <dt>Mensagens</dt>
        <dd>
          Nome, email e texto que você envia pela página de contato. Ficam cifrados até virarem email e são apagados do sistema em seguida.
        </dd>
        <dt>Análise grátis</dt>
        <dd>
          As respostas ficam só no seu aparelho. Elas chegam até nós apenas se você criar a conta com os campos preenchidos a partir delas.
        </dd>
      </dl>
    ),
  },
  {
    id: 'para-que',
    title: 'Para que e com que base',
    text: (
      <ul>
        <li>Fazer o Prumo funcionar, cobrar a assinatura e dar suporte: execução do contrato (artigo 7º, V, da LGPD).</li>
        <li>
          Enviar os lembretes que você ligou, por notificação, email ou calendário: execução do contrato, a seu pedido (artigo 7º, V).
        </li>
        <li>
          Guardar registros de acesso por 6 meses (artigo 15 do Marco Civil da Internet) e dados de cobrança pelo prazo das leis fiscais:
          obrigação legal (artigo 7º, II).
        </li>
        <li>Evitar fraude, abuso e invasão, como ao limitar tentativas de entrada: legítimo interesse (artigo 7º, IX).</li>
        <li>Responder a quem escreve sem ter conta: procedimentos preliminares a contrato, a seu pedido (artigo 7º, V).</li>
      </ul>
    ),
  },
  {
    id: 'nao-fazemos',
    title: 'O que não fazemos',
    text: (
      <ul>
        <li>Não vendemos seus dados nem os usamos para anúncios.</li>
        <li>Não usamos cookies, rastreadores ou estatísticas de outras empresas. As páginas não fazem nenhum pedido a terceiros.</li>
        <li>Não pedimos a senha nem o acesso ao seu banco.</li>
        <li>Não tomamos decisões automáticas que afetem seus direitos.</li>
      </ul>
    ),
  },
  {
    id: 'aparelho',
    title: 'O que fica no seu aparelho',
    text: (
      <p>
        O navegador guarda a sua sessão, uma cópia dos seus dados e os lançamentos que ainda não foram enviados, para que o Prumo funcione
        sem internet, além da inscrição nas notificações, se você permitir, e de escolhas como o tema escuro. Ao sair da conta, o que é seu
        é apagado do aparelho; ficam só as escolhas do aparelho e a marca de que você já viu a apresentação.
      </p>
    ),
  },
  {
    id: 'com-quem',
    title: 'Com quem compartilhamos',
    text: (
      <>
        <p>Só com quem é necessário para o serviço, e só o necessário:</p>
        <ul>
          <li>
            Stripe, que processa os pagamentos e recebe seu email e os dados do cartão. Pode tratá-los fora do Brasil, com as garantias dos
            artigos 33 a 36 da LGPD.
          </li>
          <li>
            O serviço de notificações do seu navegador (Google, Mozilla, Apple ou Microsoft), se você permitir notificações. Ele recebe a
            mensagem cifrada, sabe quando ela foi enviada e não lê o texto. Pode tratar esses dados fora do Brasil, com as mesmas garantias.
          </li>
          <li>
            O calendário em que você colar o endereço (como o do Google, da Apple ou da Microsoft), que lê as descrições e as datas do que
            vence, sem valores, até você trocar ou desligar o endereço.
          </li>
          <li>
            Quem você convidar em Configurações, na aba Acesso, como a sua contadora. A pessoa vê transações, relatórios, comprovantes e
            folhas do MEI, e não muda nada. Cada entrada aparece no seu histórico, e você encerra o acesso na hora.
          </li>
          <li>Empresas de hospedagem e de envio de emails, que tratam dados por nossa ordem e com contrato.</li>
          <li>Autoridades, quando a lei ou uma ordem judicial obrigar.</li>
        </ul>
      </>
    ),
  },
  {
    id: 'protecao',
    title: 'Como protegemos',
    text: (
      <p>
        Nomes, descrições e outros textos seus ficam cifrados no registro de mudanças, com uma chave por conta. Os comprovantes também ficam
        cifrados com ela. A senha é guardada com Argon2id. Toda conexão pública usa criptografia. Cada mudança é ligada à anterior, de modo
        que uma alteração indevida aparece. Quando o suporte olha a sua conta, isso e o motivo aparecem no seu histórico. Se houver um
        incidente que possa causar risco ou dano relevante, avisamos você e a Autoridade Nacional de Proteção de Dados (ANPD).
      </p>
    ),
  },
  {
    id: 'por-quanto-tempo',
    title: 'Por quanto tempo guardamos',
    text: (
      <ul>
        <li>Enquanto a conta existir, mesmo com a assinatura encerrada, para que você possa voltar ou exportar.</li>
        <li>
          Ao encerrar a conta, destruímos a chave: seus dados pessoais no registro de mudanças ficam ilegíveis para sempre, e as demais
          tabelas são esvaziadas.
        </li>
        <li>
          Um comprovante que você exclui, ou que foi com uma transação excluída, pode voltar por 30 dias. Depois, o arquivo é apagado de
          vez. Ao apagar os dados ou encerrar a conta, todos os arquivos são apagados na hora.
        </li>
        <li>Cópias de segurança seguem a mesma regra: se forem restauradas, os encerramentos são aplicados de novo.</li>
        <li>
          Por 90 dias depois de encerrar a conta, ou de trocar de email, guardamos um código do email de antes, que não permite lê-lo, para
          que os primeiros minutos sem plano valham uma vez.
        </li>
        <li>
          O endereço de notificação de um navegador é apagado quando você desliga o aparelho, sai da conta, troca a senha, apaga os dados ou
          encerra a conta. O do calendário, quando você troca, desliga, apaga os dados ou encerra.
        </li>
        <li>
          O nome e o email de quem você convidou saem das tabelas quando o acesso termina. No registro de mudanças ficam cifrados, como
          prova de quem viu as contas, e ficam ilegíveis quando você encerra a conta.
        </li>
        <li>Registros de acesso e de cobrança ficam pelo prazo que a lei exige.</li>
      </ul>
    ),
  },
  {
    id: 'direitos',
    title: 'Seus direitos',
    text: (
      <>
        <p>A LGPD (artigo 18) dá a você o direito de:</p>
        <ul>
          <li>saber se tratamos seus dados e ter acesso a eles;</li>
          <li>corrigir o que estiver errado ou incompleto;</li>
          <li>pedir que dados desnecessários ou excessivos sejam anonimizados, bloqueados ou eliminados;</li>
          <li>levar seus dados para outro serviço;</li>
          <li>eliminar dados tratados com o seu consentimento e revogar o consentimento;</li>
          <li>saber com quem os compartilhamos;</li>
          <li>se opor a um tratamento feito em desacordo com a lei.</li>
        </ul>
        <p>
          Em Configurações, na aba Dados, você mesmo exporta, apaga ou encerra. Para o resto, escreva para {mail} do email da sua conta.
          Respondemos em até 15 dias, sem custo. Você também pode reclamar à ANPD ou aos órgãos de defesa do consumidor.
        </p>
      </>
    ),
  },
  {
    id: 'convidados',
    title: 'Se alguém convidou você',
    text: (
      <p>
        Quem convidou escreveu seu nome e seu email, e o Prumo só os usa para mandar os links que você pedir e mostrar a essa pessoa quando
        você entrou. Nada fica no seu aparelho depois da visita. Para que parem, peça a quem convidou que encerre o acesso, ou escreva para{' '}
        {mail}.
      </p>
    ),
  },
  {
    id: 'menores',
    title: 'Menores de 18 anos',
    text: <p>O Prumo é para maiores de 18 anos. Se soubermos que uma conta é de alguém mais novo, ela é encerrada.</p>,
  },
  {
    id: 'mudancas',
    title: 'Mudanças nesta política',
    text: (
      <p>
        Se esta política mudar, avisamos por email e nesta página com pelo menos 30 dias de antecedência. As versões anteriores podem ser
        pedidas ao encarregado.
      </p>
    ),
  },
  {
    id: 'contato',
    title: 'Contato',
    text: (
      <p>
        Sobre dados pessoais: {mail}. Sobre qualquer outro assunto: <a href={`mailto:${CONTACT_EMAIL}`}>{CONTACT_EMAIL}</a> ou a página de{' '}
        <a href="/contact">contato</a>. Leia também os <a href="/terms">termos de uso</a>.
      </p>
    ),
  },
]

export function Component() {
  return (
    <LegalText
      title="Política de privacidade"
      date={termsInWords(TERMS_VERSION)}
      lead={<p>Quais dados o Prumo trata, por quê, e o que você pode fazer com eles.</p>}
      sections={sections}
    />
  )
}
