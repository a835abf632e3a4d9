import { EmailLink } from '../access/email/email-link.entity.js'
import { Passkey } from '../access/passkeys/passkey.entity.js'
import { PasskeyChallenge } from '../access/passkeys/passkey-challenge.entity.js'
import { Session } from '../access/session.entity.js'
import { User } from '../access/user.entity.js'
import { PasswordReset } from '../passwords/password-reset.entity.js'
import { StripeCustomer } from '../subscriptions/stripe/stripe-customer.entity.js'
import { StripeDelivery } from '../subscriptions/stripe/stripe-delivery.entity.js'
import { AttemptCounter } from '../platform/throttling/attempt-counter.entity.js'

/** The plain tables, which hold what is true now; the log and its read models are no entities. */
export const entities = [User, Session, Passkey, PasskeyChallenge, EmailLink, PasswordReset, AttemptCounter, StripeCustomer, StripeDelivery]
