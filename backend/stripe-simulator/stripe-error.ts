/** What Stripe says of an error, besides its message. */
export interface ErrorDetails {
  type?: 'invalid_request_error' | 'card_error' | 'idempotency_error' | 'api_error'
  code?: string
  param?: string
  decline_code?: string
  charge?: string
  payment_intent?: object
  payment_method?: object
}

/** A refusal in Stripe's form. */
export class StripeError extends Error {
  override readonly name = 'StripeError'

  constructor(
    readonly status: number,
    message: string,
    readonly details: ErrorDetails = {},
  ) {
    super(message)
  }

  /** The answer's body. */
  toBody(requestId: string): object {
    const { type = 'invalid_request_error', code, ...rest } = this.details
    const doc = code ? { doc_url: `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}` } : {}
    return {
      error: {
        ...(code && { code }),
        ...doc,
        message: this.message,
        ...rest,
        request_log_url: `https://dashboard.stripe.com/test/logs/${requestId}`,
        type,
      },
    }
  }
}

/** What was asked for by its own address is a 404, what a parameter names a 400. */
export function noSuch(what: string, id: string, param?: string): StripeError {
  return new StripeError(param ? 400 : 404, `No such ${what}: '${id}'`, { code: 'resource_missing', param: param ?? 'id' })
}

export function missing(param: string): StripeError {
  return new StripeError(400, `Missing required param: ${param}.`, { code: 'parameter_missing', param })
}

export function invalid(message: string, param?: string, code?: string): StripeError {
  return new StripeError(400, message, { ...(param && { param }), ...(code && { code }) })
}

/** What Stripe does and the simulator does not: said aloud, because silence would pass for success. */
export function notSimulated(what: string, param?: string): StripeError {
  return invalid(`The Stripe simulator does not do this: ${what}.`, param)
}

/** A payment that was tried and refused: unlike other refusals it happened, and stays recorded. */
export class PaymentRefused extends StripeError {}
