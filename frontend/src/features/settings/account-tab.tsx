import { PasskeysSection } from './passkeys-section'
import { PasswordForm } from './password-form'
import { ProfileForm } from './profile-form'

/** Who the person is, and how they come in. */
export default function AccountTab() {
  return (
    <>
      <ProfileForm />
      <PasskeysSection />
      <PasswordForm />
    </>
  )
}
