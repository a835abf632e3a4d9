/** Options and validation texts of the contact form. */

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

/** The published addresses of the team. */
export const CONTACT_EMAIL = 'contato@prumo.app'
export const PRIVACY_EMAIL = 'privacidade@prumo.app'
