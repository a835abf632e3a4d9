import { dateInSaoPaulo } from '@prumo/shared/calendar'
import { formatCentavos } from '@prumo/shared/money'
import { toCentavos } from '@prumo/shared/money-fields'
import type { WalletList } from '@prumo/shared/wallets'
import { WALLETS_KEY } from '../data/api-requests'
import { today } from '../lib/dates'
import { requestResult, runningRelease, withAccountDatabase } from '../lib/device-database'
import { read, storageKeys } from '../lib/device-storage'
import type { SessionUser } from '../lib/session'
import { areFirstStepsDue } from '../lib/first-steps'
import './prefetch'
import frame from '../features/overview/overview-frame.module.css'
import styles from '../features/overview/on-hand.module.css'
import { CURRENCY_EM, partsOfCentavos, widthInEms } from '../ui/money-format'

/**
 * Draws the balance on hand into the page's frame while the overview's code loads: from the device's store, or from the answers that
 * app/prefetch.ts requested. The build appends both scripts to public/first-paint.js, for the app's page alone (build/first-script.ts).
 * The figure equals the overview's first one; without all its data nothing is drawn.
 */
if (document.documentElement.dataset['start'] === 'overview') {
  void loadOnHand().then((centavos) => centavos !== null && drawFigure(centavos))
}

/** What is on hand today, in centavos; null if it is unknown or the overview would show something else first. */
async function loadOnHand(): Promise<number | null> {
  const prefetched = readPrefetchedWallets().catch(() => null)
  const user = readUser()
  if (user && areFirstStepsDue(user.id, dateInSaoPaulo(new Date(user.createdAt)), today())) return null
  const cached = user && (await readCachedWallets(user.id).catch(() => null))
  // Unsent commands change the figure; only the app can apply them.
  if (cached?.isAhead) return null
  return onHandOf(cached?.list) ?? onHandOf(await prefetched)
}

/** Of an account with a stated balance. */
function onHandOf(list: WalletList | null | undefined): number | null {
  const main = list?.wallets.find(({ isMain }) => isMain)
  return list && main && main.statedOn !== null && list.onHand.date === today() ? list.onHand.amount : null
}

function readUser(): SessionUser | null {
  const user = read(read('session', storageKeys.token) ? 'session' : 'local', storageKeys.user)
  const parsed = user ? (JSON.parse(user) as SessionUser) : null
  // The overview is closed to guests.
  return parsed?.visit ? null : parsed
}

async function readPrefetchedWallets(): Promise<WalletList | null> {
  // Cloned, because the app reads the answer too.
  const answer = (await window.prumoPrefetch?.answers['/wallets'])?.clone()
  return answer?.ok ? (toCentavos((await answer.json()) as unknown) as WalletList) : null
}

/** From the account's store (data/sync/device-store.ts). */
function readCachedWallets(account: string): Promise<{ list: WalletList | undefined; isAhead: boolean }> {
  return withAccountDatabase(account, async (database) => {
    const reads = database.transaction('reads').objectStore('reads')
    const [found, commands] = await Promise.all([
      requestResult(reads.get(JSON.stringify(WALLETS_KEY))) as Promise<{ data: { data: WalletList }; release?: string } | undefined>,
      requestResult(database.transaction('commands').objectStore('commands').count()),
    ])
    return { list: found?.release === runningRelease() ? found.data.data : undefined, isAhead: commands > 0 }
  })
}

function drawFigure(centavos: number): void {
  const panel = document.querySelector<HTMLElement>('#start .start-panel')
  // The script runs before the page is parsed.
  if (!panel) return void requestAnimationFrame(() => drawFigure(centavos))
  const { sign, currency, whole, cents } = partsOfCentavos(centavos)
  const figure = createElement('p', styles['figure'], [
    createElement('span', 'visually-hidden', [formatCentavos(centavos)]),
    createElement('span', styles['whole'], [createElement('small', '', [sign + currency]), ` ${whole}`]),
    createElement('span', styles['cents'], [cents]),
  ])
  for (const part of [...figure.children].slice(1)) part.ariaHidden = 'true'
  figure.toggleAttribute('data-short', centavos < 0)
  figure.style.setProperty('--ems', String(widthInEms(sign + whole) + CURRENCY_EM))
  const hero = createElement('div', styles['hero'], [
    figure,
    createElement('div', styles['right'], [
      createElement('p', styles['sentence'], [createElement('i', '', []), createElement('i', '', [])]),
    ]),
  ])
  const section = createElement('section', frame['section'], [
    createElement('div', frame['heading'], [createElement('h2', '', ['Na conta hoje'])]),
    createElement('div', frame['argument'], [hero]),
  ])
  section.ariaLabel = 'Na conta hoje'
  const around = createElement('div', frame['whole'], [section])
  around.dataset['lined'] = 'true'
  panel.replaceChildren(createElement('div', frame['frame'], [around]))
  panel.dataset['figure'] = ''
}

function createElement(name: string, className: string | undefined, parts: readonly (string | Node)[]): HTMLElement {
  const element = document.createElement(name)
  if (className) element.className = className
  element.append(...parts)
  return element
}
