import type { Stripe } from 'stripe'
import { cancelAddress, boughtItem, submitPayment, successAddress } from './checkout.js'
import { alertOf, cardForm, html, page, recurrence } from './page.js'
import { type SimulatorWorld, idOf } from './world.js'

/** The hosted payment page of a checkout session. */

export type PageAnswer = { redirect: string } | { status: number; page: string }

export function showCheckout(world: SimulatorWorld, session: Stripe.Checkout.Session, message: string | null = null): PageAnswer {
  if (session.status !== 'open') return { status: session.status === 'complete' ? 200 : 410, page: closedPage(session) }
  const goods = boughtItem(world, session)
  const cancel = cancelAddress(session)
  const content = html` <h1>Assinar ${goods?.description ?? 'o Prumo'}</h1>
    <p class="total">${recurrence(session.amount_total, goods?.price?.recurring ?? null)}</p>
    ${(session.customer_email ?? emailOf(world, session)) ? html`<p class="soft">${session.customer_email ?? emailOf(world, session)}</p>` : null}
    ${alertOf(message)} ${cardForm('Pagar e assinar')}
    <details>
      <summary>Boleto</summary>
      <form method="post">
        <button class="quiet" name="card" value="boleto">Boleto pago no dia seguinte</button>
        <button class="quiet" name="card" value="boleto_vencido">Boleto que ninguém paga</button>
      </form>
    </details>
    ${cancel === null ? null : html`<form method="post"><button class="quiet" name="cancel" value="1">Cancelar e voltar</button></form>`}`
  return { status: message === null ? 200 : 402, page: page('Pagamento', content) }
}

/**
 * Handles the form: `card=<number>` pays, `cancel=1` goes back. A completed session redirects to its success address
 * again, so a second click does not pay twice.
 */
export function takeCheckoutForm(world: SimulatorWorld, session: Stripe.Checkout.Session, form: URLSearchParams): PageAnswer {
  if (session.status === 'complete') return { redirect: successAddress(session) }
  if (session.status !== 'open') return showCheckout(world, session)
  const cancel = cancelAddress(session)
  if (form.get('cancel') && cancel !== null) return { redirect: cancel }
  const submission = submitPayment(world, session, form.get('card') ?? '')
  return 'refused' in submission ? showCheckout(world, session, submission.refused) : { redirect: successAddress(submission.session) }
}

function emailOf(world: SimulatorWorld, session: Stripe.Checkout.Session): string | null {
  const customer = world.store.get('customers', idOf(session.customer))
  return customer && !customer.deleted ? customer.email : null
}

function closedPage(session: Stripe.Checkout.Session): string {
  if (session.status === 'complete') {
    return page(
      'Pagamento',
      html`<h1>Este pagamento já foi feito</h1>
        <p><a href="${successAddress(session)}">Voltar ao Prumo</a></p>`,
    )
  }
  const back = cancelAddress(session)
  return page(
    'Pagamento',
    html`<h1>Esta página de pagamento expirou</h1>
      <p>Volte ao Prumo e escolha o plano de novo.</p>
      ${back === null ? null : html`<p><a href="${back}">Voltar ao Prumo</a></p>`}`,
  )
}
