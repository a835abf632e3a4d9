import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { decodeForm } from './form.js'
import { readParameters } from './parameters.js'
import { calls } from './routes.js'

describe('the parameters of calls', () => {
  it('match the installed stripe package', () => {
    const { status, stderr } = spawnSync(process.execPath, [join(__dirname, 'generate-parameters.mjs'), '--check'], { encoding: 'utf8' })
    expect([status, stderr]).toEqual([0, ''])
    // It reads twenty megabytes of types.
  }, 120_000)

  it.each(calls.map(({ name }) => [name]))('of %s are known', (name) => {
    expect(() => readParameters(name, decodeForm(''))).not.toThrow(/were not generated/)
  })

  it('have their types', () => {
    const form = decodeForm(
      'customer=cus_1&items[0][price]=price_1&items[0][quantity]=2&cancel_at_period_end=true&metadata[year]=2026&metadata[gone]=&expand[]=customer&expand[]=latest_invoice&trial_end=1700000000&trial_settings[end_behavior][missing_payment_method]=pause',
    )
    expect(readParameters('POST /v1/subscriptions', form)).toEqual({
      customer: 'cus_1',
      items: [{ price: 'price_1', quantity: 2 }],
      cancel_at_period_end: true,
      metadata: { year: '2026', gone: null },
      expand: ['customer', 'latest_invoice'],
      trial_end: 1_700_000_000,
      trial_settings: { end_behavior: { missing_payment_method: 'pause' } },
    })
    expect(readParameters('POST /v1/subscriptions', decodeForm('trial_end=now&metadata='))).toEqual({ trial_end: 'now', metadata: null })
  })

  it.each([
    ['constructor=x', /unknown parameter: constructor/],
    ['__proto__[x]=y', /unknown parameter: __proto__/],
    ['items=x', /Invalid array/],
    ['customer[a]=x', /Invalid string/],
    ['items[0]=x', /Invalid object/],
    ['items[a][price]=x', /Invalid array/],
    ['trial_settings[x]=y', /unknown parameter: trial_settings\[x\]/],
    ['trial_settings[end_behavior]=', /empty string/],
    ['trial_settings[end_behavior][missing_payment_method]=dance', /must be one of cancel, create_invoice, or pause/],
  ])('are refused: %s', (form, message) => {
    expect(() => readParameters('POST /v1/subscriptions', decodeForm(form))).toThrow(message)
  })
})
