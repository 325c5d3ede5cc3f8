import { type ComponentType, useCallback, useEffect, useState } from "react";
import type { SignedIn } from "../account/signed-in.ts";
import { Loading } from "../screens/Loading.tsx";
import { Unreachable } from "../screens/Unreachable.tsx";

interface AreaProps {
  readonly path: string;
  readonly signedIn: SignedIn;
}

interface BillingAreaProps {
  readonly path: string;
  /** Null: a visitor, who sees the prices. */
  readonly signedIn: SignedIn | null;
}

type Area = ComponentType<AreaProps>;
interface Areas {
  readonly ShopArea: Area;
  readonly BillingArea: ComponentType<BillingAreaProps>;
}

/** The code of both areas, loaded with the first of their screens: a user who signs in does not wait for it. */
let areas: Areas | null = null;

function useAreas() {
  const [loaded, setLoaded] = useState(areas);
  const [hasFailed, setFailed] = useState(false);
  const load = useCallback(async () => {
    try {
      areas = await import("./areas.ts");
      setLoaded(areas);
    } catch {
      setFailed(true);
    }
  }, []);
  useEffect(() => {
    if (!areas) load();
  }, [load]);
  return { loaded, hasFailed, load };
}

export function ShopScreens(props: AreaProps) {
  const { loaded, hasFailed, load } = useAreas();
  if (loaded) return <loaded.ShopArea {...props} />;
  return hasFailed ? <Unreachable lead="The dashboard could not be loaded." retry={load} /> : <Loading />;
}

export function BillingScreens(props: BillingAreaProps) {
  const { loaded, hasFailed, load } = useAreas();
  if (loaded) return <loaded.BillingArea {...props} />;
  return hasFailed ? <Unreachable lead="The page could not be loaded." retry={load} /> : <Loading />;
}
