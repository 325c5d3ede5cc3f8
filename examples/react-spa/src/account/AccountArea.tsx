import { accountPaths } from "../../shared/paths.ts";
import { Overview } from "../screens/account/Overview.tsx";
import { sections } from "./sections.ts";
import type { SignedIn } from "./signed-in.ts";

export function AccountArea({ path, signedIn }: { path: string; signedIn: SignedIn }) {
  const chosen = accountPaths.find((one) => one === path);
  if (!chosen) return <Overview {...signedIn} />;
  const { Screen } = sections[chosen];
  return <Screen {...signedIn} />;
}
