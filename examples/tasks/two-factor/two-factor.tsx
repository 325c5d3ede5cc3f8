import { authClient } from "./auth-client.ts";

/** Answers a URI for a QR code, and the backup codes. A first code confirms the app. */
export const enrol = (password: string) => authClient.twoFactor.enable({ password });

async function verify(form: FormData): Promise<void> {
  const { data, error } = await authClient.twoFactor.verifyTotp({ code: String(form.get("code")) });
  if (error) alert(error.message);
  else if (!("redirect" in data && data.redirect)) location.assign("/");
}

export const TwoFactorPage = () => (
  <form action={verify}>
    <input name="code" autoComplete="one-time-code" inputMode="numeric" aria-label="Code" required />
    <button type="submit">Sign in</button>
  </form>
);
