import type { Money } from "../../../shared/shop.ts";
import { moneyText } from "../format.ts";

/** Amounts of several currencies, which no sum can hold. */
export const Amounts = ({ amounts }: { amounts: readonly Money[] }) =>
  amounts.length === 0 ? (
    <span className="soft">Nothing yet</span>
  ) : (
    amounts.map((money) => (
      <span key={money.currency} className="shop-amount">
        {moneyText(money)}
      </span>
    ))
  );
