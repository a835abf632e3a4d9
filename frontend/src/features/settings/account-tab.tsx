import { Devices } from './devices'
import { EmailSection } from './email-section'
import { PasskeysSection } from './passkeys-section'
import { PasswordForm } from './password-form'
import { ProfileForm } from './profile-form'

/** Who the person is, how they come in, and where they have. */
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
