import { Retry } from "../../form/Retry.tsx";
import { Empty } from "../../layout/Empty.tsx";
import { Link } from "../../router.tsx";
import type { ShopError } from "../call.ts";

const texts: Readonly<Record<ShopError, string>> = {
  "no connection": "No connection to the server.",
  "signed out": "You are signed out. Sign in to see this page.",
  "not a member": "Only members of the merchant's organization can see it.",
  failed: "The server could not read it. Try again in a moment.",
};

interface NotReadProps {
  /** The missing data, as the start of a sentence. */
  readonly what: string;
  readonly error: ShopError;
  readonly retry: () => Promise<void>;
}

/** Shown in place of data that could not be read. */
export function NotRead({ what, error, retry }: NotReadProps) {
  return (
    <Empty
      role="alert"
      title={error === "not a member" ? "Not for you" : `${what} could not be read`}
      text={texts[error]}
    >
      {error === "not a member" ? (
        <Link className="button quiet" href="/">
          Back to your account
        </Link>
      ) : (
        <Retry kind="quiet" retry={retry} />
      )}
    </Empty>
  );
}
