/** What the contact form asks, and how it says what is missing. */

export const contactSubjects = {
  suporte: 'Suporte técnico',
  duvida: 'Dúvida',
  problema: 'Problema no Prumo',
  sugestao: 'Sugestão',
  comercial: 'Comercial',
  outro: 'Outro assunto',
} as const
export type ContactSubject = keyof typeof contactSubjects

export const contactTexts = {
  nameMissing: 'Por favor, digite seu nome',
  emailMissing: 'Por favor, digite seu email',
  emailInvalid: 'Por favor, digite um email válido',
  subjectMissing: 'Por favor, escolha um assunto',
  messageMissing: 'Por favor, escreva sua mensagem',
  failed: 'Ocorreu um erro ao enviar sua mensagem. Tente novamente mais tarde.',
} as const

/** Where messages to the people behind the product go, and where the legal pages say they do. */
export const CONTACT_EMAIL = 'contato@prumo.app'
export const PRIVACY_EMAIL = 'privacidade@prumo.app'
