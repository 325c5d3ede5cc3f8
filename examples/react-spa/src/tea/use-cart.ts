import { useCallback, useEffect, useRef, useState } from "react";
import type { CartView } from "../../shared/shop.ts";
import { authClient } from "../auth-client.ts";

interface Cart {
  /** Null until it is read. */
  readonly cart: CartView | null;
  /** What runs: the id of a product or an item; null: nothing. */
  readonly busy: string | null;
  readonly hasFailed: boolean;
  readonly add: (productId: string) => void;
  readonly remove: (itemId: string) => void;
}

async function call(method: "GET" | "POST" | "DELETE", query = ""): Promise<CartView | null> {
  try {
    const response = await fetch(`/api/cart${query}`, { method, cache: "no-store" });
    return response.ok ? await response.json() : null;
  } catch {
    return null;
  }
}

/** The goods and the cart. A visitor becomes a guest by the first thing in the cart. */
export function useCart(): Cart {
  const { data } = authClient.useSession();
  const userId = data?.user.id ?? null;
  const [cart, setCart] = useState<CartView | null>(null);
  const [busy, setBusy] = useState<string | null>(null);
  const [hasFailed, setFailed] = useState(false);

  /** Counts the beginnings and ends of changes: what was read meanwhile may be older. */
  const changes = useRef(0);

  const show = useCallback((read: CartView | null): void => {
    setFailed(read === null);
    if (read) setCart(read);
  }, []);

  useEffect(() => {
    let isLeft = false;
    const before = changes.current;
    call("GET").then((read) => !isLeft && changes.current === before && show(read));
    return () => {
      isLeft = true;
    };
  }, [userId, show]);

  async function change(name: string, work: () => Promise<CartView | null>): Promise<void> {
    if (busy !== null) return;
    changes.current += 1;
    setBusy(name);
    show(await work());
    changes.current += 1;
    setBusy(null);
  }

  return {
    cart,
    busy,
    hasFailed,
    add: (productId) =>
      void change(productId, async () => {
        if (userId === null && (await authClient.signIn.anonymous()).error) return null;
        return call("POST", `?${new URLSearchParams({ product: productId })}`);
      }),
    remove: (itemId) => void change(itemId, () => call("DELETE", `?${new URLSearchParams({ item: itemId })}`)),
  };
}
