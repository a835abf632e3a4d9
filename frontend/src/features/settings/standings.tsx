import { useUser } from '../../lib/session'

/** How things stand in each part of the settings, in a few words. */

export function AccountStanding() {
  const { name, email } = useUser()
  return `${name}, ${email}`
}
