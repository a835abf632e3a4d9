import type { Stripe } from 'stripe'
import type { PageAnswer } from './checkout-page.js'
import { DAY } from './clock.js'
import { alertOf, cardForm, day, html, money, page, recurrence } from './page.js'
import { changeCard, flowReturn, portalSubscriptions, scheduleEnd } from './portal.js'
import { itemOf, paymentMethodOf } from './subscriptions.js'
import { type SimulatorWorld, idOf } from './world.js'

/** The portal page, on which a customer changes the card and cancels. */

const SESSION_DAYS = 1

export function showPortal(world: SimulatorWorld, session: Stripe.BillingPortal.Session, message: string | null = null): PageAnswer {
  if (session.created + SESSION_DAYS * DAY < world.now())
    return {
      status: 410,
      page: page(
        'Assinatura',
        html`<h1>Este endereço expirou</h1>
          <p>Abra a assinatura de novo pelo Prumo.</p>`,
      ),
    }
  const subscriptions = portalSubscriptions(world, session.customer)
  const invoices = world.store
    .all('invoices')
    .filter(({ customer }) => customer === session.customer)
    .toReversed()
    .slice(0, 12)
  const content = html` <h1>Sua assinatura</h1>
    ${alertOf(message)}
    ${subscriptions.length === 0 ? html`<p>Não há assinatura em andamento.</p>` : subscriptions.map((one) => subscriptionPart(world, one))}
    <h2>Trocar o cartão</h2>
    ${cardForm('Usar este cartão')}
    <h2>Cobranças</h2>
    ${
      invoices.length === 0
        ? html`<p class="soft">Nenhuma cobrança ainda.</p>`
        : html`<table>
            <tbody>
              ${invoices.map(
                (invoice) =>
                  html`<tr>
                    <td>${day(invoice.created)}</td>
                    <td>${money(invoice.total)}</td>
                    <td>${invoiceWords[invoice.status ?? ''] ?? invoice.status ?? ''}</td>
                  </tr>`,
              )}
            </tbody>
          </table>`
    }
    ${session.return_url === null ? null : html`<p><a href="${session.return_url}">Voltar ao Prumo</a></p>`}`
  return { status: message === null ? 200 : 402, page: page('Assinatura', content) }
}

/** Handles the form: `card=<number>` changes the card, `cancel=1` cancels at the end of the period, `resume=1` withdraws that. */
export function takePortalForm(world: SimulatorWorld, session: Stripe.BillingPortal.Session, form: URLSearchParams): PageAnswer {
  if (session.created + SESSION_DAYS * DAY < world.now()) return showPortal(world, session)
  const message = form.has('card')
    ? changeCard(world, session.customer, form.get('card') ?? '')
    : scheduleEnd(world, session.customer, form.get('subscription') ?? undefined, form.has('cancel'))
  return message === null ? { redirect: flowReturn(session) ?? `/p/session/${session.id}` } : showPortal(world, session, message)
}

function subscriptionPart(world: SimulatorWorld, subscription: Stripe.Subscription) {
  const item = itemOf(subscription)
  const card = paymentMethodOf(world, subscription)?.card
  const product = world.store.get('products', idOf(item.price.product))
  const ends = subscription.cancel_at !== null
  return html` <h2>${product?.name ?? 'Prumo'}</h2>
    <p class="total">${recurrence(item.price.unit_amount, item.price.recurring)}</p>
    <p>
      ${statusWords[subscription.status] ?? subscription.status}.
      ${ends ? `Termina em ${day(subscription.cancel_at ?? 0)}.` : `Renova em ${day(item.current_period_end)}.`}
    </p>
    <p class="soft">${card ? `Cartão ${card.brand === 'mastercard' ? 'Mastercard' : 'Visa'}, final ${card.last4}` : 'Sem cartão'}</p>
    <form method="post">
      <input type="hidden" name="subscription" value="${subscription.id}" />
      <button class="quiet" name="${ends ? 'resume' : 'cancel'}" value="1">
        ${ends ? 'Não cancelar mais' : 'Cancelar ao fim do período'}
      </button>
    </form>`
}

const statusWords: Readonly<Record<string, string>> = {
  active: 'Ativa',
  trialing: 'Em período de teste',
  past_due: 'Com pagamento em atraso',
  unpaid: 'Sem pagamento',
  incomplete: 'À espera do primeiro pagamento',
  paused: 'Em pausa',
}
const invoiceWords: Readonly<Record<string, string>> = {
  paid: 'paga',
  open: 'em aberto',
  void: 'anulada',
  draft: 'rascunho',
  uncollectible: 'perdida',
}
