import { type ClientPlugin, clientPlugin } from "@keyhold/client/plugin";
import type { SignInCodesTypes } from "./plugin.ts";

export function signInCodesClient(): ClientPlugin<SignInCodesTypes> {
  return clientPlugin<SignInCodesTypes>({
    id: "sign-in-codes",
    routes: { signIn: { code: "POST /sign-in/code" } },
    refreshes: { session: ["signIn.code"] },
  });
}
