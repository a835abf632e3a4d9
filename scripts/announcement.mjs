import { join } from 'node:path'

/**
 * Prints the addresses, logins and folders that a person starting Prumo needs.
 * @param stripeSimulator the address of the local simulator of Stripe; null with the real one
 */
export function announce(settings, stripeSimulator) {
  const lines = [
    ['Endereço', settings.publicUrl],
    ...(settings.demoSeed
      ? [
          ['Demonstração', 'demo@prumo.app, senha demo123'],
          ['', 'exemplo@prumo.app, senha exemplo123 (14 meses de movimento)'],
        ]
      : []),
    ...(stripeSimulator ? [['Pagamentos', `simulados em ${stripeSimulator}`]] : []),
    ['E-mails', settings.smtpUrl ? 'enviados por SMTP' : join(settings.dataDir, 'mails')],
    ['Dados', settings.databaseUrl ? 'no Postgres de DATABASE_URL' : settings.dataDir],
    ['Parar', 'Ctrl-C'],
  ]
  const block = lines.map(([label, text]) => `  ${label.padEnd(14)}${text}`).join('\n')
  process.stdout.write(`\n  Prumo está no ar\n\n${block}\n\n`)
}
