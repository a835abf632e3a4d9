import { securityNotice } from '@prumo/shared/security-notice'
import type { Mail } from '../platform/mail/mailer.js'
import type { DeviceLogin } from './known-devices.js'

/** The notice about a login from a new device. @param at milliseconds since 1970 */
export function newDeviceMail({ email, client }: Pick<DeviceLogin, 'email' | 'client'>, at: number, publicUrl: string): Mail {
  const from = client.address === null ? client.device : `${client.device}, endereço ${client.address}`
  return securityNotice({
    to: email,
    subject: 'Entraram na sua conta por um aparelho novo',
    happened: `Sua conta no Prumo foi aberta por um aparelho que ela não conhecia: ${from}.`,
    at,
    publicUrl,
  })
}
