import { type BrowserAnswer, type BrowserSignInOptions, createBrowserSignIn, type NativeCalls } from "../app/index.js";
import { browserWindow } from "./browser-window.js";
import type { ShellSignIn, ShellSignInOptions } from "./options.js";
import type { Shell } from "./shell.js";

/** `createBrowserSignIn` with the browser and the links of a shell. Listens to links from now on. */
export function createShellSignIn<Client extends NativeCalls>(
  { onResume, ...options }: ShellSignInOptions<Client>,
  shell: Shell,
): ShellSignIn<Client> {
  const { during, isAwaited, openAuthSession, close, cancel } = browserWindow(shell);
  const browser = createBrowserSignIn<Client>({ ...options, openAuthSession } as BrowserSignInOptions<Client>);
  const answered = new WeakSet<object>();

  const resume: ShellSignIn<Client>["resume"] = async (url) => {
    const answer = await browser.resume(url);
    if (answer.data || answer.error) await close();
    return answer;
  };

  async function take(url: string): Promise<void> {
    const isOfCall = isAwaited();
    const answer = await resume(url);
    const isIgnored = !answer.data && !answer.error;
    // A link may arrive twice.
    if (isIgnored || isOfCall || answered.has(answer)) return;
    answered.add(answer);
    onResume?.(answer as BrowserAnswer<Client>);
  }

  shell.listen((url) => void take(url));

  return {
    signIn: (input) => during(() => browser.signIn(input)),
    link: (input) => during(() => browser.link(input)),
    stepUp: (input) => during(() => browser.stepUp(input)),
    resume,
    cancel,
  };
}
