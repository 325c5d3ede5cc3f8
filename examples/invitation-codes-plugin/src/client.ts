import { type ClientPlugin, clientPlugin } from "@keyhold/client/plugin";
import type { InvitationCodesTypes } from "./plugin.ts";

export function invitationCodesClient(): ClientPlugin<InvitationCodesTypes> {
  return clientPlugin<InvitationCodesTypes>({ id: "invitation-codes", routes: {} });
}
