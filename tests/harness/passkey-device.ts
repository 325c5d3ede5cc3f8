import type { CDPSession, Page } from "playwright-core";

/** The security hardware of a page's computer, which answers without a touch (WebDriver, "Virtual Authenticators"). */
export interface Device {
  readonly devtools: CDPSession;
  readonly authenticatorId: string;
  /** The number of its passkeys. */
  count(): Promise<number>;
}

/** `verifies`: whether it verifies the user. */
export async function addDevice(
  page: Page,
  { verifies = true }: { readonly verifies?: boolean } = {},
): Promise<Device> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable", { enableUI: false });
  const { authenticatorId } = await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: verifies,
      isUserVerified: verifies,
      automaticPresenceSimulation: true,
    },
  });
  return {
    devtools,
    authenticatorId,
    count: async () => (await devtools.send("WebAuthn.getCredentials", { authenticatorId })).credentials.length,
  };
}

/** The list below the field of the sign-in chooses at once with this device; a user does not. */
export async function withoutList(page: Page): Promise<void> {
  await page.addInitScript("PublicKeyCredential.isConditionalMediationAvailable = async () => false");
}
