import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type DataFolderClaim, tryClaim } from '@prumo/backend/platform/data-folder/claim'
import { stopOnSignals } from '@prumo/backend/platform/shutdown/shutdown'
import { startSimulator } from './simulator.js'

/**
 * The simulator as a separate program, started by `npm start` and `npm run dev`. Environment: the folder of its state
 * (`PRUMO_DATA_DIR`), the preferred port (`STRIPE_SIMULATOR_PORT`), address and secret of the webhook
 * (`STRIPE_WEBHOOK_URL`, `STRIPE_WEBHOOK_SECRET`), and the address by which people reach this machine (`PUBLIC_URL`).
 */

/** The simulator of a killed run notices within half a second. */
const CLAIM_MS = 6_000
/** The application's default for verifying deliveries. */
const WEBHOOK_SECRET = 'whsec_simulador'

async function serve(): Promise<void> {
  const { NODE_ENV, PRUMO_DATA_DIR, STRIPE_SIMULATOR_PORT, STRIPE_WEBHOOK_URL, STRIPE_WEBHOOK_SECRET, PUBLIC_URL } = process.env
  if (NODE_ENV === 'production')
    return refuse('O simulador da Stripe não inicia em produção. Informe STRIPE_SECRET_KEY e as outras variáveis STRIPE_*.')
  if (!PRUMO_DATA_DIR) return refuse('PRUMO_DATA_DIR: informe a pasta em que o simulador da Stripe guarda o que sabe.')
  const dataDir = join(PRUMO_DATA_DIR, 'stripe-simulator')
  mkdirSync(dataDir, { recursive: true })
  const claim = await claimPort(dataDir)
  if (!claim) return refuse(`Outro simulador da Stripe está usando ${dataDir}.`)
  const simulator = await startSimulator({
    dataDir,
    host: '0.0.0.0',
    hostname: new URL(PUBLIC_URL || 'http://localhost').hostname,
    preferredPort: Number(STRIPE_SIMULATOR_PORT) || 0,
    ...(STRIPE_WEBHOOK_URL && { webhook: { url: STRIPE_WEBHOOK_URL, secret: STRIPE_WEBHOOK_SECRET || WEBHOOK_SECRET } }),
  })
  claim.announce(simulator.client.port)
  const close = async () => {
    await simulator.close()
    claim.release()
  }
  stopOnSignals({ close }, simulator.server)
  // A parent process learns the address.
  process.send?.({ url: simulator.url })
  if (process.connected) process.disconnect()
}

async function claimPort(dataDir: string): Promise<DataFolderClaim | null> {
  const deadline = Date.now() + CLAIM_MS
  for (;;) {
    const claim = tryClaim(dataDir, 'start')
    if (claim || Date.now() > deadline) return claim
    await pause(200)
  }
}

function refuse(message: string): void {
  process.stderr.write(`${message}\n`)
  process.exitCode = 1
}

await serve()
