import type { ProductView } from "../../../shared/shop.ts";
import type { SignedIn } from "../../account/signed-in.ts";
import { priceText } from "../format.ts";
import { Read } from "../parts/Read.tsx";
import { Tag } from "../parts/Tag.tsx";
import { useShop } from "../use-shop.ts";

export function Products({ user }: SignedIn) {
  const reading = useShop<readonly ProductView[]>("/api/shop/products", { userId: user.id });
  return (
    <Read title="Products" lead="What the shop sells, and for how much." reading={reading} empty="No products yet">
      {(products) => (
        <ul className="shop-products">
          {products.map((product) => (
            <Product key={product.id} {...product} />
          ))}
        </ul>
      )}
    </Read>
  );
}

const Product = ({ name, description, interval, isArchived, prices }: ProductView) => (
  <li className="shop-card">
    <h2>{name}</h2>
    {description && <p className="soft">{description}</p>}
    {isArchived && <Tag text="Archived" tone="plain" />}
    <ul className="shop-prices">
      {prices.map((price) => (
        <li key={priceText(price, interval)}>{priceText(price, interval)}</li>
      ))}
    </ul>
  </li>
);
