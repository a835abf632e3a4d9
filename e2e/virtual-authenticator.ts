import type { CDPSession, Page } from '@playwright/test'

/** A device's own keys as the browser simulates them: whoever holds it is seen at once, and nothing is asked on the screen. */
export class VirtualAuthenticator {
  private constructor(
    private readonly session: CDPSession,
    private readonly id: string,
  ) {}

  /** Gives the page's browser such a device. */
  static async of(page: Page): Promise<VirtualAuthenticator> {
    const session = await page.context().newCDPSession(page)
    await session.send('WebAuthn.enable', { enableUI: false })
    const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
    return new VirtualAuthenticator(session, authenticatorId)
  }

  /** How many keys it keeps. */
  async count(): Promise<number> {
    return (await this.session.send('WebAuthn.getCredentials', { authenticatorId: this.id })).credentials.length
  }

  /** Whether it recognises who holds it, as after a wrong finger. */
  async recognises(isUserVerified: boolean): Promise<void> {
    await this.session.send('WebAuthn.setUserVerified', { authenticatorId: this.id, isUserVerified })
  }
}

/** The button alone: a simulated device would answer what the browser offers in the field at once. */
export async function withoutAutofill(page: Page): Promise<void> {
  await page.addInitScript(() => {
    if (window.PublicKeyCredential) PublicKeyCredential.isConditionalMediationAvailable = async () => false
  })
}
