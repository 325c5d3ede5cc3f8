import { defineOptions, option } from "./options.js";

interface ShopOptions {
  readonly isOpen: boolean;
  readonly maxItems?: number;
}

defineOptions<ShopOptions>({
  isOpen: option.flag(true),
  maxItems: option.whole(20, 1, 100),
}).initial.maxItems.toFixed();

// @ts-expect-error an option is missing
defineOptions<ShopOptions>({ isOpen: option.flag(true) });

// @ts-expect-error a surplus option
defineOptions<ShopOptions>({ isOpen: option.flag(true), maxItems: option.whole(20, 1, 100), other: option.flag(true) });

// @ts-expect-error a default of another type
defineOptions<ShopOptions>({ isOpen: option.text("yes", "yes"), maxItems: option.whole(20, 1, 100) });

// @ts-expect-error a default that may be null
defineOptions<ShopOptions>({ isOpen: option.flag(true), maxItems: option.whole(null, 1, 100) });
