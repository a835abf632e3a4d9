import type { Browser, Page } from '@playwright/test'
import { newPhone, slowTab } from './conditions.js'

/** The lines of a statement, dated before today. Each round has lines of its own, so that none is a duplicate. */
export const LINES = 5_000

/**
 * The time from choosing a statement until its lines are painted, compared with the account: a median of rounds, in
 * milliseconds. The worker that parses it has this machine's speed: developer tools slow only the page.
 */
export async function measureStatementShown(browser: Browser, origin: string, token: string, cpu: number, rounds: number): Promise<number> {
  const took: number[] = []
  for (let round = 0; round < rounds; round++) {
    const context = await newPhone(browser, origin, token)
    const page = await slowTab(context, { cpu })
    await page.goto(`${origin}/dashboard/import`)
    await page.getByRole('button', { name: 'Escolher arquivo' }).waitFor()
    await page.evaluate(awaitRows)
    await page
      .locator('input[type="file"]')
      .setInputFiles([{ name: 'extrato.ofx', mimeType: 'application/x-ofx', buffer: statement(round) }])
    took.push(await page.evaluate(() => window.benchRows))
    await expectAllAccepted(page)
    await context.close()
  }
  return took.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0
}

async function expectAllAccepted(page: Page): Promise<void> {
  await page.getByRole('button', { name: `Importar ${LINES.toLocaleString('pt-BR')} transações` }).waitFor()
}

function statement(round: number): Buffer {
  const now = Date.now()
  const entries = Array.from({ length: LINES }, (_, at) => {
    const day = new Date(now - (1 + (at % 180)) * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '')
    const amount = (((at * 7_919) % 250_000) / 100 + 1_000_000 + round).toFixed(2)
    return `<STMTTRN><TRNTYPE>OTHER<DTPOSTED>${day}<TRNAMT>${at % 3 === 0 ? '' : '-'}${amount}<FITID>${round}-${at}<MEMO>Pix ${at} Moinho ${at % 97}</STMTTRN>`
  })
  return Buffer.from(
    `OFXHEADER:100\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><BANKACCTFROM><BANKID>1<ACCTID>2</BANKACCTFROM><BANKTRANLIST>\n${entries.join('\n')}\n</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`,
  )
}

declare global {
  interface Window {
    /** The time from choosing a file until its lines are painted. */
    benchRows: Promise<number>
  }
}

/** Runs in the page. */
function awaitRows(): void {
  window.benchRows = new Promise((resolve) => {
    let chosen = 0
    document.addEventListener('change', ({ timeStamp }) => (chosen = timeStamp), { capture: true, once: true })
    const changes = new MutationObserver(() => {
      if (!document.querySelector('main [data-row-key] input[type="checkbox"]')) return
      changes.disconnect()
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - chosen)))
    })
    changes.observe(document.body, { childList: true, subtree: true })
  })
}
