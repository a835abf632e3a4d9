/** Common questions, for the page and for its structured data. */
export const landingQuestions = [
  { question: 'Preciso entender de contabilidade?', answer: 'Não. Você lança o que entrou e o que saiu; as contas ficam com o Prumo.' },
  { question: 'Tem plano gratuito?', answer: 'Não. A análise é grátis. O Prumo funciona por assinatura.' },
  { question: 'Vocês acessam minha conta do banco?', answer: 'Não. O Prumo não pede senha nem acesso ao banco.' },
  { question: 'Funciona sem internet?', answer: 'Sim. O lançamento fica no aparelho e é enviado quando a conexão voltar.' },
  { question: 'Como cancelo?', answer: 'Em Configurações, sem multa.' },
  { question: 'E se eu precisar de ajuda?', answer: 'Segunda a sexta, das 9h às 18h; e-mails respondidos em até 24 horas.' },
] as const
