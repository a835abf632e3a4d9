/** Rules of reminders that both sides run. */

/** The settings of an account's reminders. */
export interface ReminderSettings {
  email: boolean
  push: boolean
  /** The hour in São Paulo from which on the day's digest is sent, 0 to 23. */
  hour: number
  /** Whether messages show amounts. */
  withAmounts: boolean
}

/** The settings of an account that never changed them. */
export const defaultReminders: ReminderSettings = { email: false, push: false, hour: 8, withAmounts: false }

/** Whether settings are those of an account that never changed them. */
export function areDefaultReminders({ email, push, hour, withAmounts }: ReminderSettings): boolean {
  return !email && !push && !withAmounts && hour === defaultReminders.hour
}

/** Devices of an account that receive notifications. */
export const MAX_REMINDER_DEVICES = 10

/** Days before today, and after it, that the calendar address shows. */
export const CALENDAR_DAYS = { before: 30, ahead: 365 } as const

export const reminderTexts = {
  settingMissing: 'Use verdadeiro ou falso',
  hourMissing: 'Escolha uma hora de 0 a 23',
  emailUnconfirmed: 'Confirme seu email antes de ligar os lembretes por email.',
  tooManyDevices: `Sua conta já tem ${MAX_REMINDER_DEVICES} aparelhos com notificações. Desligue um deles.`,
  pushOff: 'As notificações estão desligadas no Prumo.',
  serviceUnknown: 'Este navegador usa um serviço de notificações que o Prumo não conhece.',
  subscriptionInvalid: 'A inscrição deste navegador não vale. Ligue as notificações de novo.',
  nothingOn: 'Ligue o email ou as notificações de um aparelho antes de enviar um teste.',
} as const
