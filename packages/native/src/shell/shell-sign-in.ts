import { createBrowserSignIn, type NativeCalls } from "../app/index.js";
import { browserWindow } from "./browser-window.js";
import type { ShellSignIn, ShellSignInOptions } from "./options.js";
import type { Shell } from "./shell.js";

/** `createBrowserSignIn` with the browser and the links of a shell. Listens to links from now on. */
export function createShellSignIn<Client extends NativeCalls>(
  { onResume, ...options }: ShellSignInOptions<Client>,
  shell: Shell,
): ShellSignIn<Client> {
  const { during, isAwaited, openAuthSession, close, cancel } = browserWindow(shell);
  const browser = createBrowserSignIn<Client>({ ...options, openAuthSession });
  const answered = new WeakSet<object>();

  const resume: ShellSignIn<Client>["resume"] = async (url) => {
    const answer = await browser.resume(url);
    if (answer.data || answer.error) await close();
    return answer;
  };

  async function take(url: string): Promise<void> {
    const isOfCall = isAwaited();
    const answer = await resume(url);
    // A link may arrive twice.
    if (isIgnored(answer) || isOfCall || answered.has(answer)) return;
    answered.add(answer);
    onResume?.(answer);
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

/** The answer to a link of no open flow. */
const isIgnored = (answer: {
  readonly data: unknown;
  readonly error: unknown;
}): answer is { readonly data: null; readonly error: null } => answer.data === null && answer.error === null;
