import type { NativeClient, NativeOptions } from "../options.js";

/** The app with this `client_id`; null: no such app. */
export const clientOf = ({ clients }: Pick<NativeOptions, "clients">, id: string): NativeClient | null =>
  (Object.hasOwn(clients, id) && clients[id]) || null;
