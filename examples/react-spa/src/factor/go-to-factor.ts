import { isScreen } from "../../shared/paths.ts";
import { areaOf } from "../area/area.ts";
import { navigate } from "../router.tsx";

/** The screen that a sign-in here leads to: the requested one, or the start. */
export const wantedScreen = (): string => (areaOf(location.pathname) ? location.pathname : "/");

/** Goes to the screen that asks for a second factor if the answer of a sign-in says so; afterwards the user gets to `to`. */
export function goToFactor(data: object | null, to: string): void {
  if (!data || !("twoFactorMethods" in data) || !Array.isArray(data.twoFactorMethods)) return;
  navigate(`/two-factor?${new URLSearchParams({ methods: data.twoFactorMethods.join(), to })}`);
}

/** The screen to continue with. The URL can have any text: other sites and unknown paths are the start. */
export function screenAfter(to: string | null): string {
  const [path = ""] = to?.split(/[?#]/, 1) ?? [];
  return to !== null && isScreen(path) ? to : "/";
}
