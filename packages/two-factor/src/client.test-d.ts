import { createAuthClient } from "@keyhold/client";
import { twoFactorClient } from "./client.js";

const client = createAuthClient({ plugins: [twoFactorClient()] });

export async function enrol(password: string): Promise<void> {
  const { data } = await client.twoFactor.enable({ password });
  if (data?.method === "totp") data.totpURI satisfies string;
  if (data?.method === "otp") data.totpURI satisfies undefined;
  data?.backupCodes satisfies string[] | undefined;
  // @ts-expect-error sent codes have no URI
  data?.totpURI satisfies string;
}
