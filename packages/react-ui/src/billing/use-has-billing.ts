import { useUI } from "../context.js";

/** Whether the app sells by a payments provider; null: not known yet. */
export function useHasBilling(): boolean | null {
  const { client, offers } = useUI();
  if (!offers) return null;
  // Without options of the server, each plugin of the client has a server half.
  return "billing" in client && (!offers.plugins || "billing" in offers.plugins);
}
