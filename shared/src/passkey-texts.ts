import { MAX_PASSKEYS } from './limits.js'

/** Texts of forms and answers about passkeys. */
export const passkeyTexts = {
  nameMissing: 'Dê um nome à chave de acesso',
  notSignedIn: 'Não deu para entrar com essa chave de acesso. Tente de novo ou use sua senha.',
  notConfirmed: 'Essa chave de acesso não confirmou que é você. Tente de novo ou use sua senha.',
  notReleased: 'Este aparelho não liberou a chave de acesso. Tente de novo ou entre com seu email e sua senha.',
  notAdded: 'Não deu para criar a chave de acesso. Tente de novo.',
  known: 'Essa chave de acesso já está em uso.',
  tooMany: `Você já tem ${MAX_PASSKEYS} chaves de acesso. Remova uma para criar outra.`,
} as const
