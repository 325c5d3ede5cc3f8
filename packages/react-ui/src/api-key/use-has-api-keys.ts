import { useUI } from "../context.js";

/** Whether the app has API keys; null: not known yet. */
export function useHasApiKeys(): boolean | null {
  const { client, offers } = useUI();
  if (!offers) return null;
  // Without options of the server, each plugin of the client has a server half.
  return "apiKey" in client && (!offers.plugins || "apiKey" in offers.plugins);
}
