import type { User } from "@keyhold/core";
import type { CoreEmail } from "@keyhold/core/types";

export const ann: User = {
  id: "u1",
  name: "Ann",
  email: "ann@example.com",
  emailVerified: true,
  image: null,
  createdAt: new Date(0),
  updatedAt: new Date(0),
};

const base = "https://app.example.com";

/** An email of the core of each kind, to Ann; `given` overrides fields. */
export function sampleEmails(given: { readonly user?: Partial<User>; readonly appName?: string } = {}) {
  const user: User = { ...ann, ...given.user };
  const common = { to: user.email, user, appName: given.appName ?? "Example", appUrl: base };
  const google = { providerId: "google", providerName: "Google" };
  const linked = (path: string, token: string, expiresInSeconds: number) => {
    const url = `${base}/api/auth/${path}${path.includes("?") ? "&" : "?"}callbackURL=%2Faccount%3Ftab%3D1`;
    return { ...common, url, token, expiresInSeconds };
  };
  return {
    "verify-email": {
      kind: "verify-email",
      asksForPassword: false,
      ...linked("verify-email?token=v1", "v1", 3600),
    },
    "reset-password": { kind: "reset-password", ...linked("reset-password/r1", "r1", 3600) },
    "confirm-email-change": {
      kind: "confirm-email-change",
      newEmail: "new@example.com",
      ...linked("verify-email?token=c1", "c1", 3600),
    },
    "delete-account": { kind: "delete-account", ...linked("delete-user/callback?token=d1", "d1", 86_400) },
    "already-registered": { kind: "already-registered", ...common },
    "email-changed": {
      kind: "email-changed",
      newEmail: "new@example.com",
      url: "https://example.com/api/auth/undo-email-change?token=abc",
      ...common,
    },
    "password-changed": { kind: "password-changed", ...common },
    "account-linked": { kind: "account-linked", ...google, ...common },
    "account-unlinked": { kind: "account-unlinked", ...google, ...common },
  } as const satisfies Readonly<Record<CoreEmail["kind"], CoreEmail>>;
}
