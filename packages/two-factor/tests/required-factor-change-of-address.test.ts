import { userModel } from "@keyhold/core/plugin";
import { createTestAuth, linkIn } from "@keyhold/testing";
import { twoFactor } from "@keyhold/two-factor";
import { twoFactorClient } from "@keyhold/two-factor/client";
import { expect, test } from "vitest";
import { password } from "./fixture.ts";

const old = "ann@example.com";
const next = "ann@new.example";

test.each([
  [false, next],
  [true, old],
])(
  "a new address after the password in the browser of the link, with a required factor %s: %s",
  async (isRequired, expected) => {
    const rule = { isRequired: false };
    const { db, mailbox, signUp, visit } = createTestAuth({
      plugins: [twoFactor({ require: () => rule.isRequired })],
      clientPlugins: [twoFactorClient()],
      config: {
        user: { changeEmail: { enabled: true, switchAt: "verification" } },
        emailVerification: { sendOnSignUp: false },
      },
    });
    const ann = await signUp(old, { password });
    await db.update(userModel, ann.user.id, { emailVerified: true });
    await ann.client.changeEmail({ newEmail: next });
    await ann.browser.follow(linkIn(await mailbox.waitFor(old, { kind: "confirm-email-change" })));
    const other = visit();
    await other.browser.follow(linkIn(await mailbox.waitFor(next, { kind: "verify-email" })));
    rule.isRequired = isRequired;
    const { data } = await other.client.signIn.email({ email: old, password });
    expect(data).toHaveProperty(isRequired ? "twoFactorRedirect" : "token");
    expect(await db.exists(userModel, { email: expected })).toBe(true);
  },
);
