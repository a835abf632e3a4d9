import { EmailLink } from '../access/email/email-link.entity.js'
import { PasskeyEntity } from '../access/passkeys/passkey.entity.js'
import { SessionEntity } from '../access/session.entity.js'
import { UserEntity } from '../access/user.entity.js'
import { PasswordResetEntity } from '../passwords/password-reset.entity.js'
import { ReminderDeviceEntity } from '../reminders/reminder-device.entity.js'

/** TypeORM entities of the plain tables that are read by key. The other tables, the log and its read models use SQL only. */
export const entities = [UserEntity, SessionEntity, PasskeyEntity, EmailLink, PasswordResetEntity, ReminderDeviceEntity]
