import { useRef } from "react";
import { authClient } from "../auth-client.ts";
import { Busy } from "../form/Busy.tsx";
import { Screen } from "../layout/Screen.tsx";
import { Link } from "../router.tsx";
import { priceText } from "../shop/format.ts";
import { useCart } from "./use-cart.ts";

/** The goods of the shop, and a cart: of a guest, too, who keeps it at the sign-up. */
export function Tea() {
  const { cart, busy, hasFailed, add, remove } = useCart();
  const { data } = authClient.useSession();
  const top = useRef<HTMLHeadingElement>(null);
  const isGuest = data?.user.isAnonymous === true;
  const { products = [], items = [] } = cart ?? {};
  const nameOf = (id: string): string => products.find((product) => product.id === id)?.name ?? "A former product";

  return (
    <Screen title="Tea" lead="Put something in your cart: no account is needed.">
      {cart && products.length === 0 && <p className="soft">The shop has no goods yet.</p>}
      <ul className="cart">
        {products.map(({ id, name, description, interval, prices }) => (
          <li key={id}>
            <div>
              <p className="cart-name">{name}</p>
              <p className="soft">
                {[prices.map((price) => priceText(price, interval)).join(", "), description]
                  .filter(Boolean)
                  .join(" · ")}
              </p>
            </div>
            <Busy
              kind="quiet"
              isSmall
              isBusy={busy.includes(id)}
              label="Add"
              name={`Add ${name} to the cart`}
              busy="Adding…"
              onClick={() => add(id)}
            />
          </li>
        ))}
      </ul>
      <div role="alert">{hasFailed && <p className="summary">The cart could not be changed. Try again.</p>}</div>
      <h2 ref={top} tabIndex={-1}>
        Your cart
      </h2>
      <p className="soft" role="status">
        {items.length === 0 ? "It is empty." : `Things in it: ${items.length}`}
      </p>
      <ul className="cart" aria-label="Your cart">
        {items.map(({ id, productId }) => (
          <li key={id}>
            <p className="cart-name">{nameOf(productId)}</p>
            <Busy
              kind="quiet"
              isSmall
              isBusy={busy.includes(id)}
              label="Remove"
              name={`Remove ${nameOf(productId)} from the cart`}
              busy="Removing…"
              onClick={() => {
                remove(id);
                // The button is removed with the row.
                top.current?.focus();
              }}
            />
          </li>
        ))}
      </ul>
      {isGuest && items.length > 0 && (
        <p className="choices">
          <Link className="button primary" href="/sign-up?redirect=/tea">
            Create an account to keep it
          </Link>
          <Link className="button quiet" href="/sign-in?redirect=/tea">
            Sign in
          </Link>
        </p>
      )}
    </Screen>
  );
}
