import type { CDPSession, Page } from "playwright-core";

/** The security hardware of a page's computer, which answers without a touch (WebDriver, "Virtual Authenticators"). */
export interface Device {
  /** The number of its passkeys. */
  count(): Promise<number>;
}

export async function addDevice(page: Page): Promise<Device> {
  const devtools: CDPSession = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable", { enableUI: false });
  const { authenticatorId } = await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    count: async () => (await devtools.send("WebAuthn.getCredentials", { authenticatorId })).credentials.length,
  };
}

/** The list below the field of the sign-in chooses at once with this device; a user does not. */
export async function withoutList(page: Page): Promise<void> {
  await page.addInitScript("PublicKeyCredential.isConditionalMediationAvailable = async () => false");
}
