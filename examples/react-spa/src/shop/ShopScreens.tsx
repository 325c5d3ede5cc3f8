import { useCallback, useEffect, useState } from "react";
import { Loading } from "../screens/Loading.tsx";
import { Unreachable } from "../screens/Unreachable.tsx";
import { type AreaProps, type BillingAreaProps, loadAreas, loadedAreas } from "./load-areas.ts";

function useAreas() {
  const [loaded, setLoaded] = useState(loadedAreas);
  const [hasFailed, setFailed] = useState(false);
  const load = useCallback(async () => {
    try {
      setLoaded(await loadAreas());
    } catch {
      setFailed(true);
    }
  }, []);
  useEffect(() => {
    if (!loadedAreas()) load();
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
