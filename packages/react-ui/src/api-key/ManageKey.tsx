import { type ReactElement, useState } from "react";
import { now } from "../clock.js";
import { useUI } from "../context.js";
import { useForm } from "../form/use-form.js";
import { Dialog } from "../parts/Dialog.js";
import { durationIn } from "../parts/duration.js";
import { Form } from "../parts/Form.js";
import { apiKeys as english } from "../texts/en/api-keys.js";
import { useTexts } from "../texts/use-texts.js";
import { stateOf } from "./state.js";
import type { ApiKeyOwner, ListedApiKey } from "./types.js";
import { useKeyName } from "./use-key-name.js";

/** The properties of `ManageKey`. */
export interface ManageKeyProps {
  readonly of: ListedApiKey;
  readonly owner: ApiKeyOwner;
  readonly close: () => void;
  readonly rotate: (key: ListedApiKey, overlapSeconds: number) => void;
  readonly setEnabled: (key: ListedApiKey, enabled: boolean) => void;
  readonly remove: (key: ListedApiKey) => void;
}

/** The actions on a key. A rotation asks for the overlap, and a deletion for a confirmation. */
export function ManageKey({ of: key, owner, close, rotate, setEnabled, remove }: ManageKeyProps): ReactElement {
  const texts = useTexts("apiKeys", english);
  const nameOf = useKeyName();
  const [asking, setAsking] = useState<"rotate" | "delete" | null>(null);
  const back = () => setAsking(null);
  const name = nameOf(key);
  if (asking === "rotate")
    return (
      <Dialog key="rotate" title={texts.rotateTitle(name)} lead={texts.rotateLead} close={back}>
        <Rotation rotate={(overlapSeconds) => rotate(key, overlapSeconds)} />
      </Dialog>
    );
  if (asking === "delete")
    return (
      <Dialog key="delete" title={texts.deleteTitle(name)} lead={texts.deleteLead} cancel={texts.keep} close={back}>
        <button className="kh-button kh-danger" type="button" onClick={() => remove(key)}>
          {texts.delete}
        </button>
      </Dialog>
    );
  // A new secret of an expired key would have expired, too.
  const canChange = owner.can("update") && stateOf(key, now()) !== "expired";
  return (
    <Dialog key="manage" title={name} close={close}>
      {canChange && (
        <>
          <button className="kh-button kh-quiet" type="button" onClick={() => setAsking("rotate")}>
            {texts.rotate}
          </button>
          <button className="kh-button kh-quiet" type="button" onClick={() => setEnabled(key, !key.enabled)}>
            {key.enabled ? texts.disable : texts.enable}
          </button>
        </>
      )}
      {owner.can("delete") && (
        <button className="kh-button kh-quiet kh-bad" type="button" onClick={() => setAsking("delete")}>
          {texts.deleteAsk}
        </button>
      )}
    </Dialog>
  );
}

/** The lives of an old secret that the dialog offers, in seconds; the server allows at most seven days. */
const overlaps = [0, 3600, 86_400, 7 * 86_400];

function Rotation({ rotate }: { readonly rotate: (overlapSeconds: number) => void }): ReactElement {
  const { locale } = useUI();
  const texts = useTexts("apiKeys", english);
  const form = useForm({
    fields: [
      {
        name: "overlap",
        kind: "select",
        label: texts.overlap,
        hint: texts.overlapHint,
        options: overlaps.map((seconds) => ({
          value: String(seconds),
          label: seconds === 0 ? texts.noOverlap : durationIn(locale, seconds),
        })),
      },
    ],
    async send({ overlap }) {
      rotate(Number(overlap));
      return null;
    },
  });
  return <Form form={form} submit={texts.rotateNow} submitting={texts.rotating} />;
}
