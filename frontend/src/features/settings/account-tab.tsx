import { Devices } from './devices'
import { EmailSection } from './email-section'
import { PasskeysSection } from './passkeys-section'
import { PasswordForm } from './password-form'
import { ProfileForm } from './profile-form'

/** The profile, the email, the ways to sign in, and the devices. */
export default function AccountTab() {
  return (
    <>
      <ProfileForm />
      <EmailSection />
      <PasskeysSection />
      <PasswordForm />
      <Devices />
    </>
  )
}
