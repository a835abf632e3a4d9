import { EmailLink } from '../access/email/email-link.entity.js'
import { PasskeyEntity } from '../access/passkeys/passkey.entity.js'
import { PasskeyChallenge } from '../access/passkeys/passkey-challenge.entity.js'
import { SessionEntity } from '../access/session.entity.js'
import { UserEntity } from '../access/user.entity.js'
import { PasswordResetEntity } from '../passwords/password-reset.entity.js'
import { StripeCustomer } from '../subscriptions/stripe/stripe-customer.entity.js'
import { StripeDelivery } from '../subscriptions/stripe/stripe-delivery.entity.js'
import { AttemptCounter } from '../platform/throttling/attempt-counter.entity.js'

/** The plain tables, which hold what is true now; the log and its read models are no entities. */
export const entities = [
  UserEntity,
  SessionEntity,
  PasskeyEntity,
  PasskeyChallenge,
  EmailLink,
  PasswordResetEntity,
  AttemptCounter,
  StripeCustomer,
  StripeDelivery,
]
