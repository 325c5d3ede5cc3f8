import type { Cookie } from "@keyhold/testing";
import type { IdentityProvider } from "@keyhold/testing/identity-provider";
import { expect } from "vitest";
import { createWorld, done, email, password, type World } from "../what-ends/world.ts";

/** A user of the table, with all things that an attacker may get. */
export interface Owner {
  readonly world: World;
  /** Of a session, two days after the sign-in. */
  readonly cookie: Cookie;
  readonly backupCodes: readonly string[];
  /** Of a reset link that works. */
  readonly resetToken: string;
}

interface Kind {
  readonly hasApp: boolean;
  readonly hasCodes: boolean;
  readonly isVerifiedElsewhere?: boolean;
}

/** By the cells of the column "user": what Ada has beside a password, a passkey, a linked identity and a verified address. */
const kinds: Readonly<Record<string, Kind>> = {
  "no factor": { hasApp: false, hasCodes: false },
  app: { hasApp: true, hasCodes: false },
  "app, address verified elsewhere": { hasApp: true, hasCodes: false, isVerifiedElsewhere: true },
  "app, emailed codes": { hasApp: true, hasCodes: true },
};

export async function createOwner(idp: IdentityProvider, kind: string): Promise<Owner> {
  const { hasApp, hasCodes, isVerifiedElsewhere } = kinds[kind] ?? expect.fail(`No user is named "${kind}".`);
  // Tokens without an end, so that no fork uses a refresh token up.
  idp.fail({ tokenAnswer: ({ expires_in: _, ...answer }) => answer });
  const world = await createWorld(idp, { hasApp, isVerifiedElsewhere });
  const { here, signIn, test } = world;
  let backupCodes: readonly string[] = [];
  if (hasApp) ({ backupCodes } = done(await here.client.twoFactor.generateBackupCodes({ password })));
  if (hasCodes) ({ backupCodes } = done(await here.client.twoFactor.enable({ password, method: "otp" })));
  const { cookies } = (await signIn()).browser.cookies;
  const cookie = cookies.find(({ name }) => name.endsWith("session_token"));
  if (!cookie) throw new Error("No session was opened.");
  test.clock.forward({ days: 2 });
  done(await test.client.forgetPassword({ email, redirectTo: "/new" }));
  const { token: resetToken } = await test.mailbox.waitFor(email, { kind: "reset-password" });
  return { world, cookie, backupCodes, resetToken };
}
