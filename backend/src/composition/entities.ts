import { EmailLink } from '../access/email/email-link.entity.js'
import { PasskeyEntity } from '../access/passkeys/passkey.entity.js'
import { SessionEntity } from '../access/session.entity.js'
import { UserEntity } from '../access/user.entity.js'
import { PasswordResetEntity } from '../passwords/password-reset.entity.js'

/** The plain tables whose rows are read by a key; the others, the log and its read models are SQL alone. */
export const entities = [UserEntity, SessionEntity, PasskeyEntity, EmailLink, PasswordResetEntity]
