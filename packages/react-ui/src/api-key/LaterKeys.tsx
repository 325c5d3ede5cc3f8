import { type ComponentType, type ReactElement, useCallback, useEffect, useState } from "react";
import { Failed } from "../parts/Failed.js";
import { Screen } from "../parts/Screen.js";
import { Waiting } from "../parts/Waiting.js";
import { account } from "../texts/en/account.js";
import { common } from "../texts/en/common.js";
import { errors } from "../texts/en/errors.js";
import { useTexts } from "../texts/use-texts.js";
import type { ApiKeyOwnerKind } from "./types.js";

/** The properties of `LaterKeys`. */
export interface LaterKeysProps {
  /** Default "user". */
  readonly owner?: ApiKeyOwnerKind;
}

/** The keys as a section of settings, whose code is loaded with the section and not before. */
export function LaterKeys({ owner }: LaterKeysProps): ReactElement {
  const [Keys, setKeys] = useState<ComponentType<LaterKeysProps> | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const { codes } = useTexts("errors", errors);
  const { unknownTitle } = useTexts("common", common);
  const { sections } = useTexts("account", account);
  const load = useCallback(
    () =>
      import("../later.js").then(
        (later) => setKeys(() => later.KeysSection),
        () => setFailed(true),
      ),
    [],
  );
  useEffect(() => void load(), [load]);
  if (Keys) return <Keys {...(owner && { owner })} />;
  if (!hasFailed) return <Waiting />;
  return (
    <Screen title={sections["api-keys"]}>
      <Failed title={unknownTitle} text={codes.NETWORK_ERROR ?? ""} retry={load} />
    </Screen>
  );
}
