import type { CDPSession, Page } from '@playwright/test'

/** The browser's virtual authenticator: it verifies its user at once, without a prompt. */
export class VirtualAuthenticator {
  private constructor(
    private readonly session: CDPSession,
    private readonly id: string,
  ) {}

  /** Adds one to the page's browser. */
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

  /** The number of its passkeys. */
  async count(): Promise<number> {
    return (await this.session.send('WebAuthn.getCredentials', { authenticatorId: this.id })).credentials.length
  }

  /** Sets whether its user is there; false leaves every request of a page waiting. */
  async setPresent(isPresent: boolean): Promise<void> {
    await this.session.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId: this.id, enabled: isPresent })
  }

  /** Sets whether it verifies its user; false as after a wrong finger. */
  async recognises(isUserVerified: boolean): Promise<void> {
    await this.session.send('WebAuthn.setUserVerified', { authenticatorId: this.id, isUserVerified })
  }
}

/** Disables passkey autofill: a virtual authenticator would answer it at once. */
export async function withoutAutofill(page: Page): Promise<void> {
  await page.addInitScript(() => {
    if (window.PublicKeyCredential) PublicKeyCredential.isConditionalMediationAvailable = async () => false
  })
}
