import { useUser } from '../../lib/session'
import { PasswordForm } from './password-form'
import { ProfileForm } from './profile-form'

/** Who the person is, and how they come in. */
export function AccountTab() {
  return (
    <>
      <ProfileForm />
      <PasswordForm />
    </>
  )
}

export function AccountStanding() {
  const { name, email } = useUser()
  return `${name}, ${email}`
}
