/** The closed list of error codes with their HTTP status and the text for the user. */
export const rejections = {
  VALIDATION: { status: 400, text: 'Dados inválidos' },
  INVALID_SIGNATURE: { status: 400, text: 'Assinatura inválida.' },
  UNAUTHENTICATED: { status: 401, text: 'Sessão expirada. Faça login novamente.' },
  PAYMENT_REQUIRED: { status: 402, text: 'O pagamento não foi feito.' },
  SUBSCRIPTION_REQUIRED: { status: 403, text: 'Acesso negado.' },
  CONFIRMATION_REQUIRED: { status: 403, text: 'Acesso negado.' },
  READ_ONLY: { status: 403, text: 'Acesso negado.' },
  FORBIDDEN: { status: 403, text: 'Acesso negado.' },
  NOT_FOUND: { status: 404, text: 'Recurso não encontrado.' },
  REQUEST_TIMEOUT: { status: 408, text: 'O envio demorou demais. Tente de novo.' },
  CONFLICT: { status: 409, text: 'Este registro já existe.' },
  MONTH_CLOSED: { status: 409, text: 'Este mês está fechado. Reabra para mudar.' },
  QUOTA_EXCEEDED: { status: 409, text: 'Sua conta chegou ao limite deste tipo de registro.' },
  ALREADY_DONE: { status: 409, text: 'Isto já foi feito há mais de 90 dias. Atualize a tela para ver como está agora.' },
  VERSION_MISMATCH: { status: 412, text: 'Este registro mudou em outro lugar. Atualize e tente de novo.' },
  PAYLOAD_TOO_LARGE: { status: 413, text: 'O envio é grande demais.' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, text: 'Formato não aceito. Envie JSON.' },
  IDEMPOTENCY_MISMATCH: { status: 422, text: 'Esta chave de repetição já foi usada com outros dados.' },
  RATE_LIMITED: { status: 429, text: 'Muitas tentativas. Aguarde um pouco e tente de novo.' },
  INTERNAL: { status: 500, text: 'Erro interno do servidor. Tente novamente mais tarde.' },
  UNAVAILABLE: { status: 503, text: 'Serviço temporariamente indisponível. Tente novamente em alguns minutos.' },
} as const

export type RejectionCode = keyof typeof rejections

/** Field name to messages shown at that field. */
export type FieldErrors = Record<string, string[]>

/** The body of every error answer. */
export interface ErrorAnswer {
  error: string
  code: RejectionCode
  fields?: FieldErrors
}

/** An expected refusal, answered with its code; every other exception is a bug. */
export class Rejected extends Error {
  override readonly name = 'Rejected'

  constructor(
    readonly code: RejectionCode,
    text: string = rejections[code].text,
    readonly fields?: FieldErrors,
    /** Seconds until a retry makes sense, for RATE_LIMITED and UNAVAILABLE. */
    readonly retryAfterSeconds?: number,
  ) {
    super(text)
  }

  get answer(): ErrorAnswer {
    return { error: this.message, code: this.code, ...(this.fields && { fields: this.fields }) }
  }
}

/** Whether a failure is a refusal with this code. */
export const isRejected = (failure: unknown, code: RejectionCode): failure is Rejected =>
  failure instanceof Rejected && failure.code === code
