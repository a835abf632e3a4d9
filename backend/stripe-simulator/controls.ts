import { DAY } from './clock.js'
import { controlsOf, setControls } from './controls-of.js'
import type { WebhookDeliveries } from './deliveries.js'
import { html, page } from './page.js'
import { advanceTime } from './passing-time.js'
import { invalid } from './stripe-error.js'
import type { SimulatorWorld } from './world.js'

/** The simulator's own controls, under `/simulator`. A setting lasts until it is changed. */

/** How long a control waits for the deliveries it caused. */
const DELIVERED_MS = 10_000
const MAX_DAYS = 4_000
const failures = ['rate_limit', 'lock_timeout', 'api_error'] as const
const ends = ['cancel', 'unpaid'] as const
const orders = ['normal', 'shuffled', 'reversed', 'doubled', 'held'] as const

/**
 * Moves the clock, executes everything due on the way, and waits for the deliveries.
 * @returns the new time, in epoch seconds
 */
export async function moveClock(world: SimulatorWorld, deliveries: WebhookDeliveries, days: number): Promise<{ now: number }> {
  const ms = Math.round(days * DAY * 1000)
  world.clock.moveAhead(ms)
  try {
    world.store.change(() => {
      setControls(world.store, { aheadMs: world.clock.aheadMs })
      advanceTime(world)
    })
  } catch (error) {
    world.clock.moveAhead(-ms)
    throw error
  }
  await deliveries.untilTried(DELIVERED_MS)
  return { now: world.now() }
}

/** Handles a control's form. @throws StripeError 400 for an unknown control or value */
export async function takeControl(
  world: SimulatorWorld,
  deliveries: WebhookDeliveries,
  name: string,
  form: URLSearchParams,
): Promise<object> {
  if (name === 'clock') {
    const days = Number(form.get('days') ?? Number.NaN)
    if (!(days > 0 && days <= MAX_DAYS)) throw invalid(`days: a number above 0, up to ${MAX_DAYS}`, 'days')
    return moveClock(world, deliveries, days)
  }
  if (name === 'deliveries') {
    const order = orders.find((one) => one === form.get('order'))
    if (!order) throw invalid(`order: one of ${orders.join(', ')}`, 'order')
    setControls(world.store, { order })
    await deliveries.untilTried(DELIVERED_MS)
    return { order }
  }
  if (name === 'answers') {
    const delay = Number(form.get('delay') ?? Number.NaN)
    if (!(delay >= 0 && delay <= 60_000)) throw invalid('delay: milliseconds, 0 to 60000', 'delay')
    setControls(world.store, { answerDelayMs: delay })
    return { delay }
  }
  if (name === 'failures') {
    const code = failures.find((one) => one === form.get('code'))
    const left = Number(form.get('count') ?? 1)
    if (!code || !(left >= 0 && left <= 10_000)) throw invalid(`code: one of ${failures.join(', ')}; count: how many calls`, 'code')
    setControls(world.store, { failing: { code, left } })
    return { code, left }
  }
  if (name === 'retries') {
    const end = ends.find((one) => one === form.get('end'))
    if (!end) throw invalid(`end: one of ${ends.join(', ')}`, 'end')
    setControls(world.store, { afterRetries: end })
    return { end }
  }
  if (name === 'keys') {
    const id = form.get('key') ?? ''
    if (!/^rk_test_\w+$/.test(id)) throw invalid('key: rk_test_ and letters or digits', 'key')
    const permissions = (form.get('permissions') ?? '').split(',').filter(Boolean)
    world.store.put('restrictedKeys', { id, permissions })
    return { key: id, permissions }
  }
  throw invalid(`There is no control called ${name}.`)
}

/** Shows the time, recent events and the controls as forms. */
export function controlPage(world: SimulatorWorld): string {
  const { order, answerDelayMs } = controlsOf(world.store)
  const events = world.store.all('events').slice(-40).toReversed()
  const waiting = world.store.all('deliveries').length
  const orderWords = { normal: 'em ordem', shuffled: 'embaralhadas', reversed: 'ao contrário', doubled: 'em dobro', held: 'retidas' }
  const content = html` <h1>Simulador da Stripe</h1>
    <p>Agora são ${new Date(world.now() * 1000).toISOString().replace('T', ' ').slice(0, 16)} (UTC) no simulador.</p>
    <form method="post" action="/simulator/clock">
      <label for="days">Adiantar o relógio, em dias</label
      ><input id="days" name="days" type="number" min="1" max="${MAX_DAYS}" value="31" /><button>Adiantar</button>
    </form>
    <form method="post" action="/simulator/deliveries">
      <label for="order">Entregas de eventos</label
      ><select id="order" name="order">
        ${orders.map((one) => html`<option value="${one}" ${one === order ? html` selected` : null}>${orderWords[one]}</option>`)}</select
      ><button>Usar</button>
    </form>
    <form method="post" action="/simulator/answers">
      <label for="delay">Demora das respostas da API, em milissegundos</label
      ><input id="delay" name="delay" type="number" min="0" max="60000" value="${answerDelayMs}" /><button>Usar</button>
    </form>
    <h2>Eventos</h2>
    <p class="soft">${waiting === 0 ? 'Todos foram entregues.' : `${waiting} à espera de entrega.`}</p>
    <table>
      <tbody>
        ${events.map(
          ({ created, type, pending_webhooks: pending }) =>
            html`<tr>
              <td>${new Date(created * 1000).toISOString().replace('T', ' ').slice(0, 16)}</td>
              <td>${type}</td>
              <td>${pending ? 'à espera' : 'entregue'}</td>
            </tr>`,
        )}
      </tbody>
    </table>`
  return page('Controles', content)
}
