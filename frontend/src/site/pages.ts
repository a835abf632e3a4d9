/**
 * Every page outside the app, as data: the build, the development server and the renderer read it. A `document` is HTML without
 * hydration; a `funnel` page is a prerendered form that its script hydrates.
 */
export interface SitePage {
  path: string
  kind: 'document' | 'funnel'
  /** The file below `src` that exports the page as `Component`. */
  module: string
  title: string
  description: string
  /** Hidden from search engines: of use only within a flow. */
  unlisted?: true
}

export const pages: readonly SitePage[] = [
  {
    path: '/',
    kind: 'document',
    module: 'features/documents/landing-page',
    title: 'Prumo: suas finanças no prumo',
    description:
      'O que entrou, o que saiu e o que dá para guardar. Finanças para quem toca o negócio por conta própria, no celular, até sem internet.',
  },
  {
    path: '/features',
    kind: 'document',
    module: 'features/documents/features-page',
    title: 'Recursos',
    description:
      'Lançamentos, extrato do banco, o que vem pela frente, relatórios, metas, reserva e tarefas, no celular e no computador, até sem internet.',
  },
  {
    path: '/terms',
    kind: 'document',
    module: 'features/documents/terms-page',
    title: 'Termos de uso',
    description:
      'O que você pode esperar do Prumo: planos, renovação, garantia de 7 dias, cancelamento sem multa e aviso de 30 dias para mudanças.',
  },
  {
    path: '/privacy',
    kind: 'document',
    module: 'features/documents/privacy-page',
    title: 'Política de privacidade',
    description: 'Quais dados o Prumo trata, por quê, com quem compartilha e como exercer seus direitos pela LGPD.',
  },
  {
    path: '/onboarding',
    kind: 'document',
    module: 'features/documents/onboarding-page',
    title: 'Conheça o Prumo',
    description: 'O Prumo em quatro passos: lançar, trazer o extrato, entender o mês e ver o que vem pela frente.',
  },
  {
    path: '/analysis',
    kind: 'funnel',
    module: 'features/funnel/analysis-page',
    title: 'Análise grátis do seu negócio',
    description: '7 perguntas, 2 minutos. Descubra quanto deve sobrar por mês e quanto dá para guardar. Sem cadastro e sem cartão.',
  },
  {
    path: '/analysis-result',
    kind: 'funnel',
    module: 'features/funnel/analysis-result-page',
    title: 'Sua análise',
    description: 'Quanto deve sobrar por mês no seu negócio, e quanto dá para guardar.',
    unlisted: true,
  },
  {
    path: '/install',
    kind: 'funnel',
    module: 'features/funnel/install-page',
    title: 'Instalar o Prumo',
    description: 'Como instalar o Prumo no Android, no iPhone, no iPad, no Windows e no Mac, em três passos.',
  },
  {
    path: '/contact',
    kind: 'funnel',
    module: 'features/contact/contact-page',
    title: 'Contato',
    description: 'Escreva para o Prumo: suporte, dúvidas, problemas e ideias. Resposta em até 24 horas, de segunda a sexta.',
  },
  {
    path: '/plans',
    kind: 'funnel',
    module: 'features/funnel/plans-page',
    title: 'Planos',
    description:
      'Um plano completo, em quatro prazos: 1 mês, 3 meses, 1 ano ou 3 anos. 7 dias para pedir o valor de volta, e cancelar não tem multa.',
  },
  {
    path: '/login',
    kind: 'funnel',
    module: 'features/identity/login-page',
    title: 'Entrar',
    description: 'Entre na sua conta do Prumo para lançar, confirmar e ver o que sobrou no mês.',
  },
  {
    path: '/register',
    kind: 'funnel',
    module: 'features/identity/register-page',
    title: 'Criar conta',
    description: 'Crie sua conta no Prumo: seus dados, os do seu negócio e o plano que você escolheu.',
  },
  {
    path: '/forgot-password',
    kind: 'funnel',
    module: 'features/identity/forgot-password-page',
    title: 'Recuperar senha',
    description: 'Peça um link por email para criar outra senha no Prumo.',
    unlisted: true,
  },
  {
    path: '/reset-password',
    kind: 'funnel',
    module: 'features/identity/reset-password-page',
    title: 'Criar nova senha',
    description: 'Crie outra senha para a sua conta do Prumo.',
    unlisted: true,
  },
  {
    path: '/convite',
    kind: 'funnel',
    module: 'features/identity/invitation-page',
    title: 'Convite para ver',
    description: 'Entre para ver as contas de quem convidou você, ou peça um link novo.',
    unlisted: true,
  },
  {
    path: '/confirm-email',
    kind: 'funnel',
    module: 'features/identity/confirm-email-page',
    title: 'Confirmar email',
    description: 'Confirme o email da sua conta do Prumo.',
    unlisted: true,
  },
]

/** Redirects by address; the query is kept. */
export const redirects: Readonly<Record<string, string>> = {
  '/sucesso': '/dashboard?welcome=true',
  '/erro': '/plans?error=true',
}

/** The page's name in files: the last part of its address. */
export function nameOf({ path }: Pick<SitePage, 'path'>): string {
  return path === '/' ? 'landing' : path.slice(1)
}
