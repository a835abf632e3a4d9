/** The fields of Stripe's errors besides the message. */
export interface ErrorDetails {
  type?: 'invalid_request_error' | 'card_error' | 'idempotency_error' | 'api_error'
  code?: string
  param?: string
  decline_code?: string
  charge?: string
  payment_intent?: object
  payment_method?: object
}

/** An error in Stripe's format. */
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

/** 404 for an unknown address, 400 for an unknown id in a parameter. */
export function noSuch(what: string, id: string, param?: string): StripeError {
  return new StripeError(param ? 400 : 404, `No such ${what}: '${id}'`, { code: 'resource_missing', param: param ?? 'id' })
}

export function missing(param: string): StripeError {
  return new StripeError(400, `Missing required param: ${param}.`, { code: 'parameter_missing', param })
}

export function invalid(message: string, param?: string, code?: string): StripeError {
  return new StripeError(400, message, { ...(param && { param }), ...(code && { code }) })
}

/** Refuses what Stripe supports and the simulator does not: ignoring it would look like success. */
export function notSimulated(what: string, param?: string): StripeError {
  return invalid(`The Stripe simulator does not do this: ${what}.`, param)
}

/** A payment that was attempted and refused: unlike other errors, its effects stay recorded. */
export class PaymentRefused extends StripeError {}
