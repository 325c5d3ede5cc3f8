import { defineOptions, flag, string, whole } from "./options.js";

interface ShopOptions {
  readonly isOpen: boolean;
  readonly maxItems?: number;
}

defineOptions<ShopOptions>({
  isOpen: flag(true),
  maxItems: whole(20, 1, 100),
}).initial.maxItems.toFixed();

// @ts-expect-error an option is missing
defineOptions<ShopOptions>({ isOpen: flag(true) });

// @ts-expect-error a surplus option
defineOptions<ShopOptions>({ isOpen: flag(true), maxItems: whole(20, 1, 100), other: flag(true) });

// @ts-expect-error a default of another type
defineOptions<ShopOptions>({ isOpen: string("yes", "yes"), maxItems: whole(20, 1, 100) });

// @ts-expect-error a default that may be null
defineOptions<ShopOptions>({ isOpen: flag(true), maxItems: whole(null, 1, 100) });
