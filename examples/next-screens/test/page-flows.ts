import { expect, test } from "vitest";
import { newPerson, type TestApp } from "./app.ts";

const account = ["profile", "email", "password", "devices", "sign-in", "passkeys", "two-factor", "delete"];
const organization = ["members", "invitations", "teams", "settings"];

/** Every page of the app, as its user opens it by its address. */
const pages = {
  "a visitor": [
    "/",
    "/sign-in",
    "/sign-up",
    "/forgot-password",
    "/reset-password?token=some-token",
    "/two-factor?methods=totp,otp,backup-code,passkey",
    "/verify-email?error=token_expired",
    "/account-deleted?from=email",
    "/accept-invitation?id=some-invitation",
  ],
  "the owner of an organization": [
    "/",
    "/account",
    ...account.map((section) => `/account/${section}`),
    "/organizations",
    "/organizations/new",
    "/organization",
    ...organization.map((section) => `/organization/${section}`),
    "/admin",
  ],
};

export function pageFlows(app: TestApp): void {
  test.each(Object.entries(pages))(
    "each page that %s opens has a screen, on which React starts",
    async (who, paths) => {
      const page = await (who === "a visitor" ? app.visit("/") : app.visitAs(newPerson("Olga"), "/"));
      if (who !== "a visitor") {
        const data = { name: "Leaves", slug: `leaves-${crypto.randomUUID()}` };
        const headers = { origin: app.origin };
        const made = await page.request.post("/api/auth/organization/create", { data, headers });
        expect(made.status()).toBe(200);
      }
      for (const path of paths) {
        await page.goto(path);
        const screen = page.locator("h1").first();
        await screen.waitFor();
        const isHydrated = (): Promise<boolean> =>
          screen.evaluate((element) => Object.keys(element).some((key) => key.startsWith("__reactFiber")));
        await expect.poll(isHydrated, { message: path, timeout: 15_000 }).toBe(true);
      }
    },
  );
}
