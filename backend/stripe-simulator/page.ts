import { formatCentavos } from '@prumo/shared/money'
import { TIME_ZONE } from '@prumo/shared/calendar'
import { testCards } from './cards.js'

/** Shared parts of the simulator's pages: plain HTML, a notice that this is a simulator, forms that work without scripts. */

/** Escaped HTML. */
export class Html {
  constructor(readonly text: string) {}
}

type HtmlPart = string | number | Html | readonly HtmlPart[] | null

/** Escapes every value except HTML. */
export function html(texts: TemplateStringsArray, ...parts: HtmlPart[]): Html {
  return new Html(texts.reduce((whole, text, index) => whole + renderPart(parts[index - 1] ?? null) + text))
}

function renderPart(part: HtmlPart): string {
  if (part === null) return ''
  if (part instanceof Html) return part.text
  if (typeof part === 'object') return part.map(renderPart).join('')
  return String(part).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

export function page(title: string, content: Html): string {
  return html`<!doctype html>
    <html lang="pt-BR">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title} · Simulador da Stripe</title>
        <style>
          ${new Html(style)}
        </style>
      </head>
      <body>
        <p class="notice">
          <strong>Simulador da Stripe.</strong> Nada é cobrado aqui: é um programa de desenvolvimento, que só aceita cartões de teste.
        </p>
        <main>${content}</main>
      </body>
    </html> `.text
}

/** The form for a card, with the test cards one click away. */
export function cardForm(button: string): Html {
  return html`<form method="post">
      <label for="card">Número do cartão</label>
      <input id="card" name="card" inputmode="numeric" autocomplete="off" placeholder="4242 4242 4242 4242" required />
      <button>${button}</button>
    </form>
    <details>
      <summary>Cartões de teste</summary>
      <ul class="cards">
        ${testCards.map(
          ({ number, label }) =>
            html`<li>
              <form method="post">
                <button class="quiet" name="card" value="${number}"><code>${grouped(number)}</code> <span>${label}</span></button>
              </form>
            </li> `,
        )}
      </ul>
    </details>`
}

/** `4242 4242 4242 4242`. */
function grouped(number: string): string {
  return number.replace(/(\d{4})(?=\d)/g, '$1 ')
}

export function alertOf(message: string | null): Html | null {
  return message === null ? null : html`<p class="alert" role="alert">${message}</p>`
}

/** Centavos as text: `R$ 97,00`. */
export function money(centavos: number | null): string {
  return formatCentavos(centavos ?? 0)
}

/** Epoch seconds as a day in São Paulo: `22/11/2026`. */
export function day(seconds: number): string {
  return dayFormat.format(seconds * 1000)
}
const dayFormat = new Intl.DateTimeFormat('pt-BR', { timeZone: TIME_ZONE, day: '2-digit', month: '2-digit', year: 'numeric' })

/** `R$ 97,00 a cada 3 meses`. */
export function recurrence(amount: number | null, every: { interval: string; interval_count: number } | null): string {
  const count = every?.interval_count ?? 1
  const [one, many] = words[every?.interval ?? 'month'] ?? words.month!
  if (count === 1) return `${money(amount)} por ${one}`
  return count % 12 === 0 && every?.interval === 'month'
    ? recurrence(amount, { interval: 'year', interval_count: count / 12 })
    : `${money(amount)} a cada ${count} ${many}`
}
const words: Readonly<Record<string, [string, string]>> = {
  day: ['dia', 'dias'],
  week: ['semana', 'semanas'],
  month: ['mês', 'meses'],
  year: ['ano', 'anos'],
}

const style = `
:root{color-scheme:light dark;--bg:#F6F5F0;--surface:#FCFBF8;--text:#1E1A16;--soft:#57514A;--line:#C8C4BA;--action:#1E1A16;--on-action:#FCFBF8;--alert:#FFEBE4;--alert-text:#992C17;--notice:#FEF2CC}
@media (prefers-color-scheme:dark){:root{--bg:#1E1A16;--surface:#2A2620;--text:#F6F5F0;--soft:#C8C4BA;--line:#57514A;--action:#F6F5F0;--on-action:#1E1A16;--alert:#49170D;--alert-text:#FFD6C8;--notice:#54340F}}
*{box-sizing:border-box}body{margin:0;background:var(--bg);color:var(--text);font:16px/1.5 "Instrument Sans",Arial,sans-serif}
.notice{margin:0;padding:10px 20px;background:var(--notice);font-size:14px}main{max-width:560px;margin:32px auto;padding:0 20px 48px}
h1{font-size:28px;line-height:1.15;margin:0 0 8px}h2{font-size:18px;margin:32px 0 8px}p{margin:0 0 12px}.soft{color:var(--soft)}.total{font-size:20px;font-variant-numeric:tabular-nums}
label{display:block;margin:16px 0 4px;font-weight:600}input,select{width:100%;min-height:44px;padding:8px 12px;border:1px solid var(--line);border-radius:6px;background:var(--surface);color:inherit;font:inherit}
button{min-height:44px;margin-top:12px;padding:8px 18px;border:1px solid var(--action);border-radius:6px;background:var(--action);color:var(--on-action);font:inherit;font-weight:600;cursor:pointer}
button.quiet{background:none;color:inherit;border-color:var(--line);font-weight:400}.alert{padding:12px 16px;border-radius:6px;background:var(--alert);color:var(--alert-text)}
summary{margin-top:20px;cursor:pointer;min-height:32px}ul{list-style:none;padding:0;margin:0}.cards button{width:100%;text-align:left;margin-top:6px}.cards span{color:var(--soft)}
table{width:100%;border-collapse:collapse;margin-bottom:24px;font-variant-numeric:tabular-nums}td,th{text-align:left;padding:8px 8px 8px 0;border-bottom:1px solid var(--line);font-weight:400;overflow-wrap:anywhere}td:last-child{white-space:nowrap;padding-right:0}a{color:inherit}
a:focus-visible,button:focus-visible,input:focus-visible,select:focus-visible,summary:focus-visible{outline:3px solid #B7800E;outline-offset:2px}
`
