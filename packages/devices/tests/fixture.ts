import { admin } from "@keyhold/admin";
import type { AuthConfig } from "@keyhold/core";
import { userModel } from "@keyhold/core/plugin";
import { type DevicesOptions, devices } from "@keyhold/devices";
import { devicesClient } from "@keyhold/devices/client";
import { oneTimeToken } from "@keyhold/one-time-token";
import { createTestAuth } from "@keyhold/testing";
import { twoFactor } from "@keyhold/two-factor";
import { deviceModel } from "../src/models.ts";

export const email = "ada@example.com";
export const password = "correct horse battery staple";
export const kind = "devices.new-device" as const;

/** An auth with the plugin; `signUp` verifies the address of Ada in the session of the sign-up. */
export function open(
  options: Partial<DevicesOptions> = {},
  config: Partial<Omit<AuthConfig, "plugins" | "onEvent" | "mail" | "hooks">> = {},
) {
  const fixture = createTestAuth({
    plugins: [devices(options), admin(), oneTimeToken(), twoFactor()],
    clientPlugins: [devicesClient()],
    config,
  });
  const { auth, db, mailbox } = fixture;
  const ada = async () => {
    const signedUp = await fixture.signUp(email, { password });
    await db.update(userModel, signedUp.user.id, { emailVerified: true });
    return signedUp;
  };
  const rows = () => db.list(deviceModel, {}, { orderBy: "id", limit: 100 });
  const letters = async () => {
    await auth.idle();
    return mailbox.messages.filter((message) => message.kind === kind);
  };
  const signIn = ({ browser }: ReturnType<typeof fixture.visit>) => browser.post("/sign-in/email", { email, password });
  return { ...fixture, ada, rows, letters, signIn };
}
