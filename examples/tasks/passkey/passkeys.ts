import { passkeyClient } from "@keyhold/passkey/client";
import { createAuthClient } from "@keyhold/react";

const authClient = createAuthClient({ plugins: [passkeyClient()] });

export const addPasskey = () => authClient.passkey.addPasskey();
export const signIn = () => authClient.signIn.passkey();
