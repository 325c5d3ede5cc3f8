import { useEffect, useState } from "react";
import { useUI } from "../context.js";
import { signIn as english } from "../texts/en/sign-in.js";
import { useTexts } from "../texts/use-texts.js";

/**
 * The mark of the way by which this browser's user has signed in last: "Last used" for that way, else undefined. Without
 * the plugin `lastLoginMethod()` no way has the mark. It is shown after the first render: a server has no cookies of the
 * page.
 */
export function useLastUsed(): (...methods: readonly string[]) => string | undefined {
  const { client } = useUI();
  const { lastUsed } = useTexts("signIn", english);
  const [last, setLast] = useState<string | null>(null);
  useEffect(() => {
    if ("getLastUsedLoginMethod" in client) setLast(client.getLastUsedLoginMethod());
  }, [client]);
  return (...methods) => (last !== null && methods.includes(last) ? lastUsed : undefined);
}
