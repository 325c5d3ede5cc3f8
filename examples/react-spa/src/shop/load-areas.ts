import type { ComponentType } from "react";
import type { SignedIn } from "../account/signed-in.ts";

export interface AreaProps {
  readonly path: string;
  readonly signedIn: SignedIn;
}

export interface BillingAreaProps {
  readonly path: string;
  /** Null: a visitor, who sees the prices. */
  readonly signedIn: SignedIn | null;
}

export interface Areas {
  readonly ShopArea: ComponentType<AreaProps>;
  readonly BillingArea: ComponentType<BillingAreaProps>;
}

/** The code of both areas, loaded with the first of their screens: a user who signs in does not wait for it. */
let areas: Areas | null = null;

/** The loaded code; null: not loaded yet. */
export const loadedAreas = (): Areas | null => areas;

/** The server has the code from its start. */
export function keepAreas(loaded: Areas): void {
  areas = loaded;
}

export async function loadAreas(): Promise<Areas> {
  areas ??= await import("./areas.ts");
  return areas;
}
