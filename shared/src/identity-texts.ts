/** What the forms and answers about identity say. */
export const identityTexts = {
  nameMissing: 'Por favor, digite seu nome completo',
  nameShort: 'O nome deve ter pelo menos 2 caracteres',
  emailMissing: 'Por favor, digite seu email',
  emailInvalid: 'Por favor, digite um email válido',
  loginPasswordMissing: 'Por favor, digite sua senha',
  passwordMissing: 'Por favor, digite uma senha',
  passwordShort: 'A senha deve ter pelo menos 6 caracteres',
  confirmationMissing: 'Por favor, confirme sua senha',
  confirmationDiffers: 'As senhas não coincidem',
  businessNameMissing: 'Por favor, digite o nome do seu negócio',
  businessTypeMissing: 'Por favor, selecione o tipo do seu negócio',
  wrongCredentials: 'Email ou senha incorretos. Verifique seus dados e tente novamente.',
  wrongCurrentPassword: 'Senha atual incorreta.',
  emailTaken: 'Email já está em uso. Tente fazer login ou use outro email.',
  resetLinkInvalid: 'Link inválido ou expirado. Peça um novo.',
  otherTerms: 'Os termos mudaram de novo. Abra o Prumo outra vez para ler os atuais.',
} as const
