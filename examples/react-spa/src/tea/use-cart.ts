import { useCallback, useEffect, useRef, useState } from "react";
import type { CartView } from "../../shared/shop.ts";
import { authClient } from "../auth-client.ts";

interface Cart {
  /** Null until it is read. */
  readonly cart: CartView | null;
  /** The products and the items whose changes run or wait, by id. */
  readonly busy: readonly string[];
  readonly hasFailed: boolean;
  readonly add: (productId: string) => void;
  readonly remove: (itemId: string) => void;
}

type Call = () => Promise<CartView | null>;

async function call(method: "GET" | "POST" | "DELETE", query = ""): Promise<CartView | null> {
  try {
    const response = await fetch(`/api/cart${query}`, { method, cache: "no-store" });
    return response.ok ? await response.json() : null;
  } catch {
    return null;
  }
}

/** Makes a visitor a guest. The session may be newer than the one of the last render. */
async function hasUser(): Promise<boolean> {
  const { data, error } = await authClient.getSession();
  return error === null && (data !== null || (await authClient.signIn.anonymous()).error === null);
}

const reading = "read";

/** The goods and the cart. A visitor becomes a guest by the first thing in the cart. */
export function useCart(): Cart {
  const { data } = authClient.useSession();
  const userId = data?.user.id ?? null;
  const [cart, setCart] = useState<CartView | null>(null);
  const [busy, setBusy] = useState<readonly string[]>([]);
  const [failed, setFailed] = useState<string | null>(null);

  /** Calls run one after another: the last answer is the newest, and a press during another call waits. */
  const last = useRef(Promise.resolve());

  const run = useCallback((name: string, work: Call): Promise<void> => {
    last.current = last.current.then(async () => {
      const answer = await work();
      if (answer === null) return setFailed(name);
      setCart(answer);
      // A read after a failed change keeps the message about the change.
      setFailed((before) => (before === reading ? null : before));
    });
    return last.current;
  }, []);

  // Each user has a cart.
  useEffect(() => {
    run(reading, () => call("GET"));
  }, [userId, run]);

  async function change(name: string, work: Call): Promise<void> {
    setFailed(null);
    setBusy((names) => [...names, name]);
    await run(name, work);
    setBusy((names) => names.filter((other) => other !== name));
  }

  return {
    cart,
    busy,
    hasFailed: failed !== null,
    add: (productId) =>
      void change(productId, async () => {
        if (userId === null && !(await hasUser())) return null;
        return call("POST", `?${new URLSearchParams({ product: productId })}`);
      }),
    remove: (itemId) => void change(itemId, () => call("DELETE", `?${new URLSearchParams({ item: itemId })}`)),
  };
}
